import type { Dialogs } from '@tracklens/ui/manage';
import * as vscode from 'vscode';
import { showWarning } from '../messages.ts';
import { withoutIcons } from '../without-icons.ts';
import { pickItem } from './pick-item.ts';
import { pickTags } from './pick-tags.ts';

/** Dialogs of the editor: input boxes, quick picks and modal confirmations. */
export const editorDialogs: Dialogs = {
  async line({ title, label, value, problem = () => null }) {
    const text = await vscode.window.showInputBox({
      title,
      prompt: label,
      value,
      ignoreFocusOut: true,
      validateInput: problem,
    });
    return text ?? null;
  },
  async tags(question) {
    return (await pickTags(question)) ?? null;
  },
  async choice(question) {
    return (await pickItem(question)) ?? null;
  },
  async choices({ title, label, items }) {
    const options = { title, placeHolder: label, ignoreFocusOut: true, canPickMany: true } as const;
    const shown = items.map(({ id, label, description = '' }) => ({
      id,
      label: withoutIcons(label),
      description: withoutIcons(description),
    }));
    const picked = await vscode.window.showQuickPick(shown, options);
    return picked?.map(({ id }) => id) ?? null;
  },
  async confirm({ title, detail, okLabel }) {
    return (await showWarning(title, { modal: true, detail }, okLabel)) === okLabel;
  },
};

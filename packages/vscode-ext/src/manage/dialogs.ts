import type { Choice, Dialogs } from '@tracklens/ui/manage';
import * as vscode from 'vscode';
import { withoutIcons } from '../without-icons.ts';
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
  async choice({ title, label, items, current }) {
    const options = { title, placeHolder: label, ignoreFocusOut: true };
    const now = vscode.l10n.t('now');
    return (await vscode.window.showQuickPick(items.map(pickItem(current, now)), options))?.id ?? null;
  },
  async choices({ title, label, items }) {
    const options = { title, placeHolder: label, ignoreFocusOut: true, canPickMany: true } as const;
    const picked = await vscode.window.showQuickPick(items.map(pickItem()), options);
    return picked?.map(({ id }) => id) ?? null;
  },
  async confirm({ title, detail, okLabel }) {
    return (await vscode.window.showWarningMessage(title, { modal: true, detail }, okLabel)) === okLabel;
  },
};

/** Returns the quick pick item of a choice. */
const pickItem =
  (current?: string, now = '') =>
  ({ id, label, description = '' }: Choice) => ({
    id,
    label: withoutIcons(label),
    description: withoutIcons(id === current ? now : description),
  });

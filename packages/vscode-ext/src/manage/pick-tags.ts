import * as vscode from 'vscode';
import { withoutIcons } from '../without-icons.ts';

interface TagItem extends vscode.QuickPickItem {
  readonly tag: string;
}

/**
 * Prompts for tags with checkboxes; a typed text that is not a known tag is offered as a new one, and is one on Enter
 * if it was not typed to find another tag. Resolves to undefined when cancelled.
 */
export function pickTags({
  title,
  before,
  known,
}: {
  readonly title: string;
  readonly before: readonly string[];
  readonly known: readonly string[];
}): Promise<string[] | undefined> {
  const input = vscode.window.createQuickPick<TagItem>();
  input.title = title;
  input.placeholder = vscode.l10n.t('Select or type');
  input.canSelectMany = true;
  input.ignoreFocusOut = true;
  const tags = new Set([...known, ...before]);
  const selected = () => input.selectedItems.map(({ tag }) => tag);
  /** Selected tags when the text was typed. */
  let selectedBefore: readonly string[] = [];
  const show = (chosen: readonly string[]) => {
    selectedBefore = chosen;
    const typed = input.value.trim();
    const offered = typed === '' || tags.has(typed) ? [...tags] : [typed, ...tags];
    input.items = offered.map((tag) => ({
      label: withoutIcons(tag),
      tag,
      ...(tags.has(tag) ? {} : { description: vscode.l10n.t('new'), alwaysShow: true }),
    }));
    input.selectedItems = input.items.filter(({ tag }) => chosen.includes(tag));
  };
  show(before);
  input.onDidChangeValue(() => {
    const chosen = selected();
    for (const tag of chosen) tags.add(tag);
    show(chosen);
  });
  return new Promise((resolve) => {
    input.onDidAccept(() => {
      const [chosen, typed] = [selected(), input.value.trim()];
      const isSame = chosen.length === selectedBefore.length && chosen.every((tag) => selectedBefore.includes(tag));
      resolve(isSame && typed !== '' && !tags.has(typed) ? [...chosen, typed] : chosen);
      input.hide();
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

import type { Dialogs } from '@tracklens/ui/manage';
import * as vscode from 'vscode';
import { withoutIcons } from '../without-icons.ts';

interface ChoiceItem extends vscode.QuickPickItem {
  readonly id: string;
}

/** Prompts for an item. Enter keeps the current one. Resolves to its id; to undefined when cancelled. */
export function pickItem({
  title,
  label,
  items,
  current,
}: Parameters<Dialogs['choice']>[0]): Promise<string | undefined> {
  const input = vscode.window.createQuickPick<ChoiceItem>();
  input.title = title;
  input.placeholder = label;
  input.ignoreFocusOut = true;
  input.items = items.map((item) => ({
    id: item.id,
    label: withoutIcons(item.label),
    description: item.id === current ? vscode.l10n.t('now') : withoutIcons(item.description ?? ''),
  }));
  // An empty list would take the focus from the first item, and Enter would select none.
  const active = input.items.filter(({ id }) => id === current);
  if (active.length > 0) input.activeItems = active;
  return new Promise((resolve) => {
    input.onDidAccept(() => {
      const [item] = input.selectedItems;
      if (!item) return;
      resolve(item.id);
      input.hide();
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

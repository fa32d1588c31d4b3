import * as vscode from 'vscode';

/**
 * Prompts for tags with checkboxes; a typed text that is not a known tag is offered as a new one. Resolves to
 * undefined when cancelled.
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
  const input = vscode.window.createQuickPick();
  input.title = title;
  input.placeholder = vscode.l10n.t('Select or type');
  input.canSelectMany = true;
  input.ignoreFocusOut = true;
  const tags = new Set([...known, ...before]);
  const show = (chosen: readonly string[]) => {
    const typed = input.value.trim();
    const labels = typed === '' || tags.has(typed) ? [...tags] : [typed, ...tags];
    input.items = labels.map((label) => ({
      label,
      ...(tags.has(label) ? {} : { description: vscode.l10n.t('new'), alwaysShow: true }),
    }));
    input.selectedItems = input.items.filter(({ label }) => chosen.includes(label));
  };
  show(before);
  input.onDidChangeValue(() => {
    const chosen = input.selectedItems.map(({ label }) => label);
    for (const label of chosen) tags.add(label);
    show(chosen);
  });
  return new Promise((resolve) => {
    input.onDidAccept(() => {
      resolve(input.selectedItems.map(({ label }) => label));
      input.hide();
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

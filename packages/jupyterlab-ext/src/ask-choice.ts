import { InputDialog } from '@jupyterlab/apputils';

/** Prompts for one of some choices; null when cancelled. The first is selected unless one is the current choice. */
export async function askChoice<Choice extends { readonly label: string }>(
  choices: readonly Choice[],
  {
    isCurrent = () => false,
    ...texts
  }: {
    readonly title: string;
    readonly label?: string;
    readonly okLabel: string;
    readonly isCurrent?: (choice: Choice) => boolean;
  },
): Promise<Choice | null> {
  const items = choices.map(({ label }) => label);
  const current = Math.max(0, choices.findIndex(isCurrent));
  const { value } = await InputDialog.getItem({ ...texts, items, current });
  return value === null ? null : (choices[items.indexOf(value)] ?? null);
}

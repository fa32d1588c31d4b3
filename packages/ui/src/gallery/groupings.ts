import type { ChartGroup } from '../charts/index.ts';
import type { Translate } from '../text/translate.ts';

/** Available ways to group the experiments. */
export interface Groupings {
  readonly choices: readonly { readonly by: string; readonly title: string }[];
  /** Returns the groups by any criterion; null where each experiment has its own line. */
  groups(by: string): readonly ChartGroup[] | null;
}

/** Returns the choices of a field for a grouping: none, the chosen one even if all have its value, and the others. */
export function groupChoices(
  choices: Groupings['choices'],
  chosen: string,
  t: Translate,
): readonly (readonly [by: string, title: string])[] {
  const isListed = chosen === '' || choices.some(({ by }) => by === chosen);
  return [
    ['', t('Nothing')],
    ...(isListed ? [] : [[chosen, chosen === 'tag' ? t('Tags') : chosen.replace(/^parameter:/, '')] as const]),
    ...choices.map(({ by, title }) => [by, title] as const),
  ];
}

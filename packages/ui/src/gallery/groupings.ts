import type { ChartGroup } from '../charts/index.ts';

/** Available ways to group the experiments. */
export interface Groupings {
  readonly choices: readonly { readonly by: string; readonly title: string }[];
  groups(by: string): readonly ChartGroup[];
}

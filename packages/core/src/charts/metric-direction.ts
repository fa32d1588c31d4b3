import type { ChartSettings } from './chart-settings.ts';

/** Direction in which a metric improves. */
export type Direction = 'min' | 'max';

/** Infers from its name in which direction a metric improves; null if unknown. */
export function metricDirection(name: string): Direction | null {
  const lower = name.toLowerCase();
  // An abbreviation is at the start of a word: `macroF1` has two words, `power` and `layer2` have one.
  const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
  if (/(loss|err|error|perplexity|ppl|mse|mae|rmse|divergence)(?![a-z])/.test(lower)) return 'min';
  if (/(?<![a-z])[wc]er(?![a-z])/.test(words)) return 'min';
  if (/(acc|accuracy|auc|precision|recall|score|bleu|rouge|reward|iou|dice|(?<![a-z])map)(?![a-z])/.test(lower))
    return 'max';
  if (/(?<![a-z])(f1|r2)(?![a-z])/.test(words)) return 'max';
  return null;
}

/** Returns which end of a metric has the best marker: the one in the settings, or the one its name suggests. */
export function bestEnd({ direction }: Pick<ChartSettings, 'direction'>, metricName: string): Direction | null {
  if (direction === 'none') return null;
  return direction ?? metricDirection(metricName);
}

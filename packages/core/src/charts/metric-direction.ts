import type { ChartSettings } from './chart-settings.ts';

/** Direction in which a metric improves. */
export type Direction = 'min' | 'max';

/** Infers from its name in which direction a metric improves; null if unknown. */
export function metricDirection(name: string): Direction | null {
  const lower = name.toLowerCase();
  if (/(loss|err|error|perplexity|ppl|mse|mae|rmse|divergence|wer|cer)(?![a-z])/.test(lower)) return 'min';
  if (/(acc|accuracy|auc|f1|precision|recall|score|bleu|rouge|reward|r2|iou|dice|map)(?![a-z])/.test(lower))
    return 'max';
  return null;
}

/** Returns which end of a metric has the best marker: the one in the settings, or the one its name suggests. */
export function bestEnd({ direction }: Pick<ChartSettings, 'direction'>, metricName: string): Direction | null {
  if (direction === 'none') return null;
  return direction ?? metricDirection(metricName);
}

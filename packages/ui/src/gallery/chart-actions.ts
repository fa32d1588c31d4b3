import { bestEnd, type Direction } from '@tracklens/core/charts';
import type { ChartSettings } from '@tracklens/core/display';
import type { ChartAction } from '../charts/index.ts';
import { countText } from '../text/number-text.ts';
import type { Translate } from '../text/translate.ts';
import type { Combination } from './use-combination.ts';

/** Chart that a menu entry changes. */
export interface ActionContext {
  /** Metrics that it draws. */
  readonly metrics: readonly string[];
  readonly settings: ChartSettings;
  readonly onChange: (change: Partial<ChartSettings>) => void;
  readonly combination: Combination;
  readonly t: Translate;
}

/** Maximum number of metrics that a menu entry names. */
const namedMetrics = 2;

/** Menu entries that combine the metrics of a chart with others, and separate them. */
export function combineActions({ metrics, combination, t }: ActionContext): ChartAction[] {
  const { related } = combination;
  const others = related?.metrics.filter((name) => !metrics.includes(name)) ?? [];
  const text =
    others.length > namedMetrics
      ? t('Combine with %1 related metrics', countText(others.length))
      : t('Combine with %1', others.join(', '));
  return [
    ...(related ? [{ id: 'combine-related', text, onChoose: () => combination.combine(related) }] : []),
    { id: 'combine', text: t('Combine with…'), onChoose: () => combination.open() },
    ...(metrics.length > 1
      ? [{ id: 'separate', text: t('Separate the metrics'), onChoose: () => combination.separate() }]
      : []),
  ];
}

/** Menu entry that shows the values as a table. */
export function tableActions({ settings: { table }, onChange, t }: ActionContext): ChartAction[] {
  const text = t('Show the values as a table');
  return [{ id: 'table', text, checked: table, onChoose: () => onChange({ table: !table }) }];
}

/**
 * Menu entries that mark the lowest or the highest value of a metric as best. Choosing the marked one removes the
 * marker.
 */
export function directionActions({ metrics, settings, onChange, t }: ActionContext): ChartAction[] {
  const [only, ...others] = metrics;
  if (others.length > 0) return [];
  const shown = bestEnd(settings, only!);
  const action = (end: Direction, text: string): ChartAction => ({
    id: `best-${end}`,
    text,
    checked: shown === end,
    onChoose: () => onChange({ direction: shown === end ? 'none' : end }),
  });
  return [action('min', t('Mark the lowest value as best')), action('max', t('Mark the highest value as best'))];
}

/** Menu entry that saves images on a white background. */
export function onWhiteActions({ settings: { onWhite }, onChange, t }: ActionContext): ChartAction[] {
  const text = t('Save images on white');
  return [{ id: 'white', text, checked: onWhite, onChoose: () => onChange({ onWhite: !onWhite }) }];
}

/** Returns what a key pressed in a chart changes, or null for a key without an effect. */
export function keyChange(key: string, { xScale, yScale }: ChartSettings): Partial<ChartSettings> | null {
  if (key === 't') return { table: true };
  if (key === 'l') return { yScale: yScale === 'log' ? 'linear' : 'log' };
  return key === 'L' ? { xScale: xScale === 'log' ? 'linear' : 'log' } : null;
}

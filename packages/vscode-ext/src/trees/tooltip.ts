import { metricDirection } from '@tracklens/core/charts';
import {
  clipped,
  countText,
  type ExperimentSummary,
  english,
  type MetricLine,
  maxLines,
  type Translate,
  type TreeNode,
} from '@tracklens/ui/trees';

/**
 * Returns the tooltip of a node as Markdown. Names from the service are escaped, so that they cannot add markup or
 * links. `trend` draws the trend of a metric, by default as text.
 */
export function tooltipMarkdown(
  node: TreeNode,
  summary: ExperimentSummary | null = null,
  t: Translate = english,
  trend: (metric: MetricLine) => string = (metric) => code(metric.trend),
): string {
  const [title = node.label, ...lines] = (node.tooltip ?? node.label).split('\n');
  const { metrics, parameters, tags } = summary ?? { metrics: [], parameters: [], tags: [] };
  return [
    `**${escapedMarkdown(title)}**`,
    // A hover shows few lines without scrolling, so the metrics come first.
    table(
      [t('Metric'), t('Last'), t('Min'), t('Max'), t('Trend')],
      metrics.slice(0, maxLines).map((metric) => [...metricCells(metric), trend(metric)]),
      metrics.length - maxLines,
      t,
    ),
    lines.map(escapedMarkdown).join('  \n'),
    tags.length > 0 ? t('Tags: %1', tags.map(code).join(' ')) : '',
    table(
      [t('Parameter'), t('Value')],
      parameters.slice(0, maxLines).map(({ name, value }) => [code(name), code(value)]),
      parameters.length - maxLines,
      t,
    ),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Returns the first cells of a metric. The end at which the metric is best, as its name suggests, is bold. */
function metricCells({ name, last, min, max }: MetricLine): readonly string[] {
  const best = metricDirection(name);
  const bold = (value: string, isBest: boolean) => (isBest && value !== '' ? `**${code(value)}**` : code(value));
  return [code(name), code(last), bold(min, best === 'min'), bold(max, best === 'max')];
}

/** Returns a table of Markdown cells. `left` is the number of rows that it does not show. */
function table(head: readonly string[], lines: readonly (readonly string[])[], left: number, t: Translate): string {
  if (lines.length === 0) return '';
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|${head.map((_, index) => (index === 0 ? '---' : '---:')).join('|')}|`;
  const more = left > 0 ? [row([t('… %1 more', countText(left)), ...head.slice(1).map(() => '')])] : [];
  return [row(head), rule, ...lines.map(row), ...more].join('\n');
}

/** Escapes text for Markdown, on one line, so that it adds neither markup nor links nor icons. */
export function escapedMarkdown(text: string): string {
  return clipped(text).replaceAll(/[\\`*_{}[\]()<>#+\-.!|~$&:/@]/g, '\\$&');
}

/**
 * Formats text as inline code. Pipes and backticks would end the table cell or the code, so they are replaced by
 * look-alikes.
 */
function code(text: string): string {
  if (text === '') return ' ';
  return `\`${clipped(text).replaceAll('`', 'ˋ').replaceAll('|', '∣') || ' '}\``;
}

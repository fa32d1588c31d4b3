import { metricDirection } from '@tracklens/core/charts';
import {
  clipped,
  countText,
  type ExperimentSummary,
  english,
  type MetricLine,
  maxLines,
  shortenedMiddle,
  type Translate,
  type TreeNode,
} from '@tracklens/ui/trees';

/** Maximum number of characters of a title: a hover wraps it, and other places shorten the name. */
const titleLength = 300;
/** Maximum numbers of characters in tables. Names wrap, of parameters in more space than of metrics. */
const cellLengths = { metric: 28, parameter: 56, value: 28 };

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
    `**${escaped(clipped(title, titleLength))}**`,
    // A hover shows few lines without scrolling, so the metrics come first.
    table(
      [t('Metric'), t('Last'), t('Min'), t('Max'), t('Trend')],
      'right',
      metrics.slice(0, maxLines).map((metric) => [...metricCells(metric), trend(metric)]),
      metrics.length - maxLines,
      t,
    ),
    lines.map(escapedMarkdown).join('  \n'),
    tags.length > 0 ? t('Tags: %1', tags.map(code).join(' ')) : '',
    table(
      [t('Parameter'), t('Value')],
      'left',
      parameters
        .slice(0, maxLines)
        .map(({ name, value }) => [longCell(name, cellLengths.parameter), longCell(value, cellLengths.value)]),
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
  const bold = (value: string, isBest: boolean) => (isBest && value !== '' ? `**${number(value)}**` : number(value));
  return [longCell(name, cellLengths.metric), number(last), bold(min, best === 'min'), bold(max, best === 'max')];
}

/**
 * Returns a table of Markdown cells. `align` applies to all columns but the first; `left` is the number of rows that it
 * does not show.
 */
function table(
  head: readonly string[],
  align: 'left' | 'right',
  lines: readonly (readonly string[])[],
  left: number,
  t: Translate,
): string {
  if (lines.length === 0) return '';
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|${head.map((_, index) => (index > 0 && align === 'right' ? '---:' : '---')).join('|')}|`;
  const more = left > 0 ? [row([t('… %1 more', countText(left)), ...head.slice(1).map(() => '')])] : [];
  return [row(head), rule, ...lines.map(row), ...more].join('\n');
}

/** Escapes text for Markdown, on one line, so that it adds neither markup nor links nor icons. */
export function escapedMarkdown(text: string): string {
  return escaped(clipped(text));
}

function escaped(line: string): string {
  return line.replaceAll(/[\\`*_{}[\]()<>#+\-.!|~$&:/@]/g, '\\$&');
}

/** Formats a text that may be long as a cell, which can wrap between words: a hover clips wider tables. */
function longCell(text: string, length: number): string {
  const wordStart = /(?<=[\p{P}\p{Sm}])(?=[^\s\p{M}])|(?<=\p{Ll})(?=\p{Lu})/gu;
  return codeSpan(shortenedMiddle(text, length).replaceAll(wordStart, '\u200b'));
}

/** Formats a number as inline code, which does not wrap after the sign of an exponent. */
function number(text: string): string {
  return code(text.replace('e-', 'e-\u2060'));
}

/** Formats text as inline code. */
function code(text: string): string {
  return codeSpan(clipped(text));
}

/**
 * Formats a line as inline code. Pipes and backticks would end the table cell or the code, so they are replaced by
 * look-alikes.
 */
function codeSpan(line: string): string {
  return line === '' ? ' ' : `\`${line.replaceAll('`', 'ˋ').replaceAll('|', '∣')}\``;
}

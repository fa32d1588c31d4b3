import type { TreeNode } from '@tracklens/ui/trees';

/** One line of a summary: what an experiment was given, or what it reached. */
export interface SummaryLine {
  readonly name: string;
  readonly value: string;
}

/** One metric: its last value, the ends of its range, and its course as text. */
export interface MetricLine extends SummaryLine {
  readonly least?: string;
  readonly greatest?: string;
  readonly course?: string;
}

/** What the hover of an experiment adds to its node. */
export interface ExperimentSummary {
  readonly parameters: readonly SummaryLine[];
  readonly metrics: readonly MetricLine[];
  readonly tags: readonly string[];
}

/** So many metrics and so many parameters are shown. */
export const mostLines = 8;

/** The hover of a node in Markdown. Names come from the service: each is escaped, so none becomes markup or a link. */
export function tooltipMarkdown(node: TreeNode, summary: ExperimentSummary | null = null): string {
  const [title = node.label, ...lines] = (node.tooltip ?? node.label).split('\n');
  return [
    `**${escaped(title)}**`,
    lines.map(escaped).join('  \n'),
    summary && summary.tags.length > 0 ? `Tags: ${summary.tags.map(code).join(' ')}` : '',
    summary
      ? table(
          ['Metric', 'Last', 'Min', 'Max', 'Course'],
          summary.metrics.map(({ name, value, least = '', greatest = '', course = '' }) => [
            name,
            value,
            least,
            greatest,
            course,
          ]),
        )
      : '',
    summary
      ? table(
          ['Parameter', 'Value'],
          summary.parameters.map(({ name, value }) => [name, value]),
        )
      : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  if (lines.length === 0) return '';
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|${head.map((_, index) => (index === 0 ? '---' : '---:')).join('|')}|`;
  const rows = lines.slice(0, mostLines).map((cells) => row(cells.map((cell) => (cell === '' ? ' ' : code(cell)))));
  const left = lines.length - mostLines;
  const more = left > 0 ? [row([`… ${left} more`, ...head.slice(1).map(() => '')])] : [];
  return [row(head), rule, ...rows, ...more].join('\n');
}

function escaped(text: string): string {
  return clipped(text).replaceAll(/[\\`*_{}[\]()<>#+\-.!|~$&:/@]/g, '\\$&');
}

/** As code; sticks and grave accents would end the cell or the code, so they become look-alikes. */
function code(text: string): string {
  return `\`${clipped(text).replaceAll('`', 'ˋ').replaceAll('|', '∣') || ' '}\``;
}

function clipped(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

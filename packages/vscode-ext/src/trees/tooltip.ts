import type { TreeNode } from '@tracklens/ui/trees';

/** One line of a summary: what an experiment was given, or what it reached. */
export interface SummaryLine {
  readonly name: string;
  readonly value: string;
}

/** What the hover of an experiment adds to its node. */
export interface ExperimentSummary {
  readonly parameters: readonly SummaryLine[];
  readonly metrics: readonly SummaryLine[];
  readonly tags: readonly string[];
}

const mostLines = 8;

/** The hover of a node in Markdown. Names come from the service: each is escaped, so none becomes markup or a link. */
export function tooltipMarkdown(node: TreeNode, summary: ExperimentSummary | null = null): string {
  const [title = node.label, ...lines] = (node.tooltip ?? node.label).split('\n');
  return [
    `**${escaped(title)}**`,
    lines.map(escaped).join('  \n'),
    summary && summary.tags.length > 0 ? `Tags: ${summary.tags.map(code).join(' ')}` : '',
    summary ? table('Metric', 'Last', summary.metrics) : '',
    summary ? table('Parameter', 'Value', summary.parameters) : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

function table(name: string, value: string, lines: readonly SummaryLine[]): string {
  if (lines.length === 0) return '';
  const rows = lines.slice(0, mostLines).map((line) => `| ${code(line.name)} | ${code(line.value)} |`);
  const left = lines.length - mostLines;
  return [`| ${name} | ${value} |`, '|---|---:|', ...rows, ...(left > 0 ? [`| … ${left} more | |`] : [])].join('\n');
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

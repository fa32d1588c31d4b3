import {
  clipped,
  countText,
  type ExperimentSummary,
  english,
  maxLines,
  type Translate,
  type TreeNode,
} from '@tracklens/ui/trees';

/**
 * Returns the tooltip of a node as Markdown. Names from the service are escaped, so that they cannot add markup or
 * links.
 */
export function tooltipMarkdown(
  node: TreeNode,
  summary: ExperimentSummary | null = null,
  t: Translate = english,
): string {
  const [title = node.label, ...lines] = (node.tooltip ?? node.label).split('\n');
  return [`**${escaped(title)}**`, lines.map(escaped).join('  \n'), ...(summary ? summaryMarkdown(summary, t) : [])]
    .filter(Boolean)
    .join('\n\n');
}

function summaryMarkdown({ metrics, parameters, tags }: ExperimentSummary, t: Translate): readonly string[] {
  return [
    tags.length > 0 ? t('Tags: %1', tags.map(code).join(' ')) : '',
    table(
      [t('Metric'), t('Last'), t('Min'), t('Max'), t('Trend')],
      metrics.map(({ name, last, min, max, trend }) => [name, last, min, max, trend]),
      t,
    ),
    table(
      [t('Parameter'), t('Value')],
      parameters.map(({ name, value }) => [name, value]),
      t,
    ),
  ];
}

function table(head: readonly string[], lines: readonly (readonly string[])[], t: Translate): string {
  if (lines.length === 0) return '';
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|${head.map((_, index) => (index === 0 ? '---' : '---:')).join('|')}|`;
  const rows = lines.slice(0, maxLines).map((cells) => row(cells.map((cell) => (cell === '' ? ' ' : code(cell)))));
  const left = lines.length - maxLines;
  const more = left > 0 ? [row([t('… %1 more', countText(left)), ...head.slice(1).map(() => '')])] : [];
  return [row(head), rule, ...rows, ...more].join('\n');
}

function escaped(text: string): string {
  return clipped(text).replaceAll(/[\\`*_{}[\]()<>#+\-.!|~$&:/@]/g, '\\$&');
}

/**
 * Formats text as inline code. Pipes and backticks would end the table cell or the code, so they are replaced by
 * look-alikes.
 */
function code(text: string): string {
  return `\`${clipped(text).replaceAll('`', 'ˋ').replaceAll('|', '∣') || ' '}\``;
}

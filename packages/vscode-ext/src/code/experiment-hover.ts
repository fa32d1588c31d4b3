import { toBase64 } from '@tracklens/core/display';
import { sparkline, sparkSize } from '@tracklens/ui/sparkline';
import { type ExperimentSummary, experimentNode, type MetricLine } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import type { ConnectionProfile } from '../connection/connection-profiles.ts';
import { translate } from '../translate.ts';
import { escapedMarkdown, tooltipMarkdown } from '../trees/tooltip.ts';
import { commandNode, type TargetRow } from './command-node.ts';
import type { FoundExperiment } from './experiment-lookup.ts';
import { stateIcons } from './state-icons.ts';

const hoverCommands = ['tracklens.openTarget', 'tracklens.openTargetToSide', 'tracklens.copyKey'];

/** Returns the hover of an experiment: what the tree shows, with drawn trends, and links to its panel. */
export function experimentHover(
  found: FoundExperiment,
  summary: ExperimentSummary | null,
  connections: readonly ConnectionProfile[],
): vscode.MarkdownString {
  const { metadata, service } = found;
  const node = experimentNode(null, metadata, translate);
  const place = [metadata.workspaceName, metadata.projectName].map(escapedMarkdown).join(' / ');
  const at = connections.length > 1 ? ` · ${escapedMarkdown(service.profile.name)}` : '';
  const [title, ...rest] = tooltipMarkdown(node, summary, translate, (metric) => trendImage(metric, summary)).split(
    '\n\n',
  );
  const own = commandNode(found);
  const links = [
    commandLink(vscode.l10n.t('Open'), 'tracklens.openTarget', own),
    commandLink(vscode.l10n.t('Open to the Side'), 'tracklens.openTargetToSide', own),
    commandLink(vscode.l10n.t('Copy Key'), 'tracklens.copyKey', own),
  ].join(' | ');
  return hoverMarkdown([`$(${stateIcons[node.state]}) ${title} · ${place}${at}`, links, ...rest]);
}

/** Returns the hover of a project. */
export function projectHover(node: TargetRow, lines: readonly string[]): vscode.MarkdownString {
  const link = commandLink(vscode.l10n.t('Open'), 'tracklens.openTarget', node);
  return hoverMarkdown([
    `$(project) **${escapedMarkdown(node.label)}**`,
    lines.map(escapedMarkdown).join('  \n'),
    link,
  ]);
}

/** Returns Markdown in which only our own commands run. Its parts must be escaped. */
function hoverMarkdown(parts: readonly string[]): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(parts.filter(Boolean).join('\n\n'), true);
  markdown.isTrusted = { enabledCommands: hoverCommands };
  return markdown;
}

function commandLink(label: string, command: string, node: TargetRow): string {
  return `[${escapedMarkdown(label)}](${commandUri(command, node)})`;
}

/** Returns the link that runs a command on a row. */
export function commandUri(command: string, ...nodes: readonly TargetRow[]): vscode.Uri {
  return vscode.Uri.parse(`command:${command}?${encodeURIComponent(JSON.stringify(nodes))}`);
}

/** Line color by theme: an image has none of the colors of the page. */
const strokes: Readonly<Record<vscode.ColorThemeKind, string>> = {
  [vscode.ColorThemeKind.Light]: '#005fb8',
  [vscode.ColorThemeKind.Dark]: '#4daafc',
  [vscode.ColorThemeKind.HighContrast]: '#ffffff',
  [vscode.ColorThemeKind.HighContrastLight]: '#0f4a85',
};

/** Returns the trend of a metric as an image, for a table of Markdown; empty if its points are not known. */
function trendImage({ name, min, max }: MetricLine, summary: ExperimentSummary | null): string {
  const line = sparkline(summary?.chart, name);
  if (line === null) return ' ';
  const { width, height } = sparkSize;
  const stroke = strokes[vscode.window.activeColorTheme.kind];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${line.path}" fill="none" stroke="${stroke}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
  // The editor shows escapes in the text of an image as they are, so other characters are left out.
  const [from, to] = [min, max].map((value) => value.replaceAll(/[^\p{L}\p{N}.,−∞ ]/gu, ''));
  const description = vscode.l10n.t('Trend between {0} and {1}', from!, to!);
  return `![${description}](data:image/svg+xml;base64,${toBase64(new TextEncoder().encode(svg))})`;
}

import { chartTheme } from '../charts/chart-theme.ts';
import { lineChart } from '../charts/line-chart.ts';
import { leftOut } from '../snapshots/left-out.ts';
import { type ImageSize, imageMetrics, snapshotChart } from '../snapshots/snapshot-chart.ts';
import { drawnKeys } from '../snapshots/snapshot-selection.ts';
import { experimentTables, projectTable, type StaticTable } from '../snapshots/static-table.ts';
import type { Snapshot, ViewPayload } from '../snapshots/view-payload.ts';
import type { Target } from '../targets/target.ts';
import { initialViewState, type ViewState } from '../targets/view-state.ts';
import { staticChart } from './static-chart.ts';

/** Static forms of a view, for readers without Tracklens. */
export interface StaticForms {
  /** `text/html`: tables, and charts as images. */
  readonly html: string;
  /** `text/plain`: tables for a terminal. */
  readonly text: string;
}

/** Maximum number of characters of a table cell: on a page, and in a terminal. */
const htmlCell = 120;
const textCell = 40;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content or attribute values. */
function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign]!);
}

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

function titleOf(target: Target, snapshot: Snapshot | undefined): string {
  switch (target.kind) {
    case 'experiment': {
      const metadata = snapshot?.experiments.find(
        (each) => each.metadata.experimentKey === target.experimentKey,
      )?.metadata;
      return `Experiment ${metadata?.experimentName || target.experimentKey}`;
    }
    case 'project':
      return `Project ${target.workspace}/${target.projectName}`;
    case 'model':
      return `Model ${target.workspace}/${target.modelName}${target.version ? ` ${target.version}` : ''}`;
    case 'query':
      return `Query ${target.query} in ${target.workspace}/${target.projectName}`;
  }
}

function htmlTable({ columns, rows, more }: StaticTable): string {
  const cell = (tag: string, text: string, index: number) => {
    const cut = text.length > htmlCell ? `${text.slice(0, htmlCell - 1)}…` : text;
    return `<${tag} style="text-align:${index === 0 ? 'left' : 'right'};padding:2px 12px 2px 0">${escapedHtml(cut)}</${tag}>`;
  };
  const row = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((text, index) => cell(tag, text, index)).join('')}</tr>`;
  const body = rows.map((cells) => row('td', cells)).join('');
  const rest = more > 0 ? `<p><small>${more.toLocaleString('en-US')} more</small></p>` : '';
  return `<table><thead>${row('th', columns)}</thead><tbody>${body}</tbody></table>${rest}`;
}

/** Formats text for a terminal: on one line, without control characters. */
function oneLine(text: string, limit = textCell): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}

/** Formats a table for a terminal, without empty columns. */
function textTable({ columns, rows, more }: StaticTable): string[] {
  const shown = [columns, ...rows].map((row) => row.map((text) => oneLine(text)));
  const filled = columns.map((_, column) => column).filter((column) => shown.slice(1).some((row) => row[column]));
  const widths = filled.map((column) => Math.max(...shown.map((row) => row[column]!.length)));
  const lines = shown.map((row) =>
    filled
      .map((column, index) => row[column]!.padEnd(widths[index]!))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, ...(more > 0 ? [`${more.toLocaleString('en-US')} more`] : [])];
}

/** A single image is as wide as the output; several are shown side by side. */
const oneSize: ImageSize = { width: 640, height: 260 };
const eachSize: ImageSize = { width: 420, height: 200 };
const imageLimit = 4;

const nothing = { html: '', count: 0 };

/** Renders the view's charts as images. `count` is the number of images. */
async function metricImages(
  snapshot: Snapshot,
  state: ViewState,
): Promise<{ readonly html: string; readonly count: number }> {
  const theme = chartTheme('light');
  const names = imageMetrics(snapshot, state).slice(0, imageLimit);
  const size = names.length === 1 ? oneSize : eachSize;
  const drawn = names.flatMap((name) => snapshotChart(snapshot, state, theme, name, size) ?? []);
  const images: string[] = [];
  for (const data of drawn) {
    const alt = escapedHtml(`Chart of ${data.title} over ${data.xTitle}: ${data.subtitle}`);
    try {
      const svg = await staticChart(lineChart(data, theme));
      images.push(`<img alt="${alt}" src="data:image/svg+xml;base64,${base64(svg)}" style="max-width:100%">`);
    } catch {
      // Without vega the table remains, and the live view draws the chart.
      return nothing;
    }
  }
  return { html: images.length === 0 ? '' : `<p>${images.join(' ')}</p>`, count: images.length };
}

/**
 * Builds the `text/html` and `text/plain` of a view's MIME bundle: a table and the rendered charts of its snapshot.
 * The charts are images without scripts, the only form that survives untrusted notebooks and exports. All text is
 * escaped.
 */
export async function staticForms(payload: ViewPayload): Promise<StaticForms> {
  const { snapshot, target, url, state = initialViewState } = payload;
  const title = titleOf(target, snapshot);
  const heading = url
    ? `<a href="${escapedHtml(url)}" target="_blank" rel="noopener noreferrer">${escapedHtml(title)}</a>`
    : escapedHtml(title);
  const head = `<p><strong>${heading}</strong></p>`;
  const lines = [oneLine(title, 200), ...(url ? [url] : [])];
  if (snapshot === undefined) return { html: `<div>${head}</div>`, text: lines.join('\n') };

  const [only] = snapshot.experiments;
  const single = target.kind === 'experiment';
  const tables = single
    ? only
      ? experimentTables(only, state)
      : []
    : snapshot.experiments.length > 0
      ? [projectTable(snapshot.experiments, state)]
      : [];
  const drawn =
    single && (state.tab === 'metrics' || state.tab === 'parameters') ? nothing : await metricImages(snapshot, state);
  const experiments = drawnKeys(Object.keys(snapshot.chart), state).length;
  const rows = single ? 1 : (tables[0]?.rows.length ?? 0);
  const dated = `As of ${new Date(snapshot.takenAtMillis).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const notes = (metrics: number) =>
    [dated, ...leftOut(target, snapshot, state, { rows, metrics, experiments })].join(' · ');
  const html = [
    '<div>',
    head,
    drawn.html,
    ...tables.map(htmlTable),
    `<p><small>${escapedHtml(notes(drawn.count))}</small></p>`,
    '</div>',
  ];
  return { html: html.join(''), text: [...lines, ...tables.flatMap(textTable), oneLine(notes(0), 400)].join('\n') };
}

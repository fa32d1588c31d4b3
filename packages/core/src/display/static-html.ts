import { chartTheme } from './chart-theme.ts';
import { lineChart } from './line-chart.ts';
import { snapshotChart } from './snapshot-chart.ts';
import { staticChart } from './static-chart.ts';
import type { Target } from './target.ts';
import { valueText } from './value-text.ts';
import type { Snapshot, SnapshotExperiment, ViewPayload } from './view-payload.ts';

/** What a view becomes where nothing of ours is installed. */
export interface StaticForms {
  readonly html: string;
  readonly text: string;
}

const rowLimit = 20;
const metricLimit = 8;
const columnLimit = 4;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML text or attribute value. */
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

/** The rows of the table: one experiment's metrics, or many experiments with their first metrics. */
function tableOf(experiments: readonly SnapshotExperiment[]): string[][] {
  const [only] = experiments;
  if (experiments.length === 1 && only) {
    const rows = only.metrics
      .slice(0, metricLimit)
      .map((metric) => [
        metric.name,
        valueText(metric.valueCurrent),
        valueText(metric.valueMin),
        valueText(metric.valueMax),
      ]);
    return rows.length === 0 ? [] : [['metric', 'last', 'least', 'greatest'], ...rows];
  }
  const uses = new Map<string, number>();
  for (const { metrics } of experiments) for (const { name } of metrics) uses.set(name, (uses.get(name) ?? 0) + 1);
  const columns = [...uses]
    .sort((a, b) => b[1] - a[1])
    .slice(0, columnLimit)
    .map(([name]) => name);
  const rows = experiments
    .slice(0, rowLimit)
    .map(({ metadata, metrics }) => [
      metadata.experimentName || metadata.experimentKey,
      ...columns.map((name) => valueText(metrics.find((metric) => metric.name === name)?.valueCurrent)),
    ]);
  return rows.length === 0 ? [] : [['experiment', ...columns], ...rows];
}

function htmlTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const cell = (tag: string, text: string, index: number) => {
    return `<${tag} style="text-align:${index === 0 ? 'left' : 'right'};padding:2px 12px 2px 0">${escapedHtml(text)}</${tag}>`;
  };
  const row = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((text, index) => cell(tag, text, index)).join('')}</tr>`;
  return `<table><thead>${row('th', head)}</thead><tbody>${body.map((cells) => row('td', cells)).join('')}</tbody></table>`;
}

function textTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

async function picture(payload: ViewPayload): Promise<string> {
  const data = payload.snapshot ? snapshotChart(payload.snapshot, payload.state, chartTheme('light')) : null;
  if (data === null || data.lines.length + data.dots.length === 0) return '';
  let svg: string;
  try {
    svg = await staticChart(lineChart(data, chartTheme('light')));
  } catch {
    // Without vega there is still the table, and the live view draws the chart.
    return '';
  }
  const alt = escapedHtml(`Chart of ${data.title} over ${data.xTitle}: ${data.subtitle}`);
  return `<p><img alt="${alt}" src="data:image/svg+xml;base64,${base64(svg)}" style="max-width:100%"></p>`;
}

/**
 * The `text/html` and `text/plain` of a view's MIME bundle: a table and a drawn chart of its snapshot. The picture is an
 * image without any script, the one form that survives untrusted notebooks and exports; all text is escaped.
 */
export async function staticForms(payload: ViewPayload): Promise<StaticForms> {
  const { snapshot, target, url } = payload;
  const title = titleOf(target, snapshot);
  const table = tableOf(snapshot?.experiments ?? []);
  const more = Math.max(0, (snapshot?.experiments.length ?? 0) - rowLimit);
  const dated = snapshot
    ? `As of ${new Date(snapshot.takenAtMillis).toISOString().slice(0, 16).replace('T', ' ')} UTC`
    : '';
  const heading = url
    ? `<a href="${escapedHtml(url)}" target="_blank" rel="noopener noreferrer">${escapedHtml(title)}</a>`
    : escapedHtml(title);
  const notes = [dated, more > 0 ? `${more} more experiments` : ''].filter((note) => note !== '').join(' · ');
  const html = [
    '<div>',
    `<p><strong>${heading}</strong></p>`,
    await picture(payload),
    table.length > 0 ? htmlTable(table) : '',
    notes === '' ? '' : `<p><small>${escapedHtml(notes)}</small></p>`,
    '</div>',
  ].join('');
  const text = [
    title,
    ...(url ? [url] : []),
    ...(table.length > 0 ? [textTable(table)] : []),
    ...(notes === '' ? [] : [notes]),
  ];
  return { html, text: text.join('\n') };
}

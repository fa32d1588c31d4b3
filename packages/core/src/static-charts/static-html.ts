import { chartTheme } from '../charts/chart-theme.ts';
import type { ImageSize } from '../charts/svg-chart.ts';
import { escapedMarkup } from '../charts/svg-element.ts';
import { leftOut } from '../snapshots/left-out.ts';
import { type ChartImage, imageCharts, imageKeys, snapshotChart } from '../snapshots/snapshot-chart.ts';
import { projectTable } from '../snapshots/static-table.ts';
import { unknownSentences } from '../snapshots/unknown-in-snapshot.ts';
import type { Snapshot, ViewPayload } from '../snapshots/view-payload.ts';
import type { Target } from '../targets/target.ts';
import { initialViewState, type ViewState } from '../targets/view-state.ts';
import { experimentFacts, timeFact } from './experiment-facts.ts';
import { figureSheet } from './figure-sheet.ts';
import { blockFigures, blockHtml, blockLines, oneLine, type StaticBlock } from './static-block.ts';
import { systemMetrics } from './system-block.ts';
import { tabBlocks } from './tab-blocks.ts';

/** Static forms of a view, for readers without Tracklens. */
export interface StaticForms {
  /** `text/html`: the content of the view, with charts as images. */
  readonly html: string;
  /** `text/plain`: the tables and texts for a terminal. */
  readonly text: string;
  /** The charts and figures as one SVG image, to be converted to other formats; null without any. */
  readonly svg: string | null;
}

/** Options of the static forms. */
export interface StaticOptions {
  /** Whether charts and images are included. Default: true. */
  readonly images?: boolean;
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

/** A single image is as wide as the output; several are shown side by side. */
const oneSize: ImageSize = { width: 640, height: 290 };
const eachSize: ImageSize = { width: 420, height: 230 };
/** Maximum number of charts: in an output, which every reader of a notebook loads, and in a file. */
const chartLimits = { output: 4, file: 100 } as const;

function chartsOf(snapshot: Snapshot, state: ViewState, limit: number): ChartImage[] {
  const theme = chartTheme('light');
  const charts = imageCharts(snapshot, state).slice(0, limit);
  const size = charts.length === 1 ? oneSize : eachSize;
  return charts.flatMap((chart) => snapshotChart(snapshot, state, theme, chart, size) ?? []);
}

/** Returns the content of the view, in the order of its display. */
function blocksOf(
  { target, snapshot, state = initialViewState }: ViewPayload,
  { images, chartLimit }: { readonly images: boolean; readonly chartLimit: number },
): StaticBlock[] {
  if (snapshot === undefined) return [];
  const charts = (view: ViewState): StaticBlock[] => [
    ...unknownSentences(snapshot, view).map((text): StaticBlock => ({ kind: 'note', text })),
    ...(images ? [{ kind: 'charts' as const, charts: chartsOf(snapshot, view, chartLimit) }] : []),
  ];
  const [only] = snapshot.experiments;
  if (target.kind === 'experiment') return only ? tabBlocks(snapshot, only, state, { charts, images }) : charts(state);
  const table: StaticBlock[] =
    snapshot.experiments.length > 0 ? [{ kind: 'table', table: projectTable(snapshot.experiments, state) }] : [];
  return [...charts(state), ...table];
}

/**
 * Builds the `text/html` and `text/plain` of a view's MIME bundle from its snapshot. The charts are images without
 * scripts, the only form that survives untrusted notebooks and exports. All text is escaped.
 */
export function staticForms(payload: ViewPayload, { images = true }: StaticOptions = {}): StaticForms {
  return formsOf(payload, { images, chartLimit: chartLimits.output });
}

/**
 * Returns a view as an HTML document of its own, without scripts, to be saved as a file: its content as in `text/html`,
 * with all charts of its snapshot. All text is escaped.
 */
export function staticDocument(payload: ViewPayload): string {
  const { html } = formsOf(payload, { images: true, chartLimit: chartLimits.file });
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${escapedMarkup(titleOf(payload.target, payload.snapshot))}</title>
<style>
:root { color-scheme: light }
body { max-width: 1320px; margin: 24px auto; padding: 0 16px; font: 14px system-ui, sans-serif }
table { margin-bottom: 1em; border-collapse: collapse }
img, figure { vertical-align: top }
pre { overflow-wrap: anywhere }
th, td { padding: 4px 12px 4px 0; border-bottom: 1px solid #ddd }
</style>
</head>
<body>
${html}
</body>
</html>
`;
}

function formsOf(
  payload: ViewPayload,
  options: { readonly images: boolean; readonly chartLimit: number },
): StaticForms {
  const { images } = options;
  const { snapshot, target, url, state: given = initialViewState } = payload;
  // A selection is one of a project.
  const state = target.kind === 'experiment' ? { ...given, tab: given.tab ?? target.tab, selection: undefined } : given;
  const title = titleOf(target, snapshot);
  const heading = url
    ? `<a href="${escapedMarkup(url)}" target="_blank" rel="noopener noreferrer">${escapedMarkup(title)}</a>`
    : escapedMarkup(title);
  const facts = target.kind === 'experiment' ? experimentFacts(snapshot?.experiments[0]) : '';
  const head = `<p><strong>${heading}</strong>${facts && `<br><small>${escapedMarkup(facts)}</small>`}</p>`;
  const lines = [
    oneLine(title, 200),
    ...(facts ? [oneLine(facts, 200)] : []),
    ...(url ? [oneLine(url, url.length)] : []),
  ];
  if (snapshot === undefined) return { html: `<div>${head}</div>`, text: lines.join('\n'), svg: null };

  const blocks = blocksOf({ ...payload, state }, options);
  const charts = blocks.flatMap((block) => (block.kind === 'charts' ? block.charts : []));
  const experiments = imageKeys(snapshot, state).length;
  const table = blocks.find((block) => block.kind === 'table')?.table;
  const rows = target.kind === 'experiment' ? 1 : (table?.rows.length ?? 0);
  const [only] = snapshot.experiments;
  const ofMachine = target.kind === 'experiment' && state.tab === 'system-metrics' && only !== undefined;
  const charted = ofMachine ? { chartedMetrics: systemMetrics(snapshot, only).length } : {};
  const notes = (metrics: number) =>
    [
      ...timeFact('As of', snapshot.takenAtMillis),
      ...leftOut(target, snapshot, state, { rows, metrics, experiments, ...charted }),
    ].join(' · ');
  const html = [
    '<div>',
    head,
    ...blocks.map(blockHtml),
    `<p><small>${escapedMarkup(notes(charts.flatMap(({ metrics }) => metrics).length))}</small></p>`,
    '</div>',
  ];
  const text = [...lines, ...blocks.flatMap(blockLines), oneLine(notes(0), 400)];
  return { html: html.join(''), text: text.join('\n'), svg: images ? figureSheet(blocks.flatMap(blockFigures)) : null };
}

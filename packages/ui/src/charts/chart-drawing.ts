import type { ChartTheme } from '@tracklens/core/display';
import type { Translate } from '../text/translate.ts';
import { chartLayout, columnsIn, type Room, roomOf, shownX } from './chart-layout.ts';
import type { ChartModel } from './chart-model.ts';
import { type ChartRows, chartRows } from './chart-rows.ts';
import type { RenderOptions } from './chart-settings.ts';
import { type ChartStats, chartStats } from './chart-stats.ts';
import type { DrawnPlot } from './export/chart-image.ts';
import { type LineView, lineView, type Picture } from './line-view.ts';
import { type PanPreview, panPreview } from './pan-preview.ts';
import type { SameRange } from './same-range.ts';
import type { Domain } from './scales.ts';
import { countBeyond, yExtentOf } from './y-range.ts';

/** What is drawn and how; rows and picture are null until there was room for one. */
export interface Drawn {
  readonly model: ChartModel;
  readonly manner: RenderOptions;
  readonly rows: ChartRows | null;
  readonly picture: Picture | null;
}

/** A picture to be saved; disposed of when that is done. */
export interface DrawnChart {
  readonly rows: ChartRows;
  readonly plot: DrawnPlot;
  dispose(): void;
}

/** A chart's picture: its lines, axes and texts, without what stands out over them. */
export interface ChartDrawing {
  readonly drawn: Drawn;
  readonly stats: ChartStats;
  /** Takes other data or another manner, for the next picture. */
  take(next: { readonly model: ChartModel } | { readonly manner: RenderOptions }): void;
  /** Makes the columns anew and draws them; a coarse picture is followed by the full one. */
  redraw(budget?: Budget): void;
  /** Draws anew if the room is not the one that the picture was made for. */
  fit(): void;
  /** Moves the picture there is, as an image; `settle` is called when the movement rests, to draw new columns. */
  slide(settle: () => void): void;
  /**
   * What is drawn now, to be saved; null before there is a picture. With `other`, the same picture of another model of the same
   * lines, in other colours.
   */
  saved(other?: { readonly model: ChartModel; readonly theme: ChartTheme }): DrawnChart | null;
  dispose(): void;
}

/** Vertices of a picture right after a movement, of a first one, and of the one that follows when nothing more happens. */
const vertexBudget = { settled: 14_000, first: 36_000, full: 80_000 } as const;

type Budget = keyof typeof vertexBudget;

/** How long a first picture rests before it is drawn in full. */
const refineMillis = 300;

/** How long a zoom by wheel rests before the columns are made anew. */
const settleMillis = 70;

/** Of more points than this, each is no longer drawn. */
const everyLimit = 200_000;

/** Replacing more rows costs more than a new view: vega takes each old one out by itself. */
const replacedVertices = 4000;

/** Draws in `host`, whose content is replaced, in the room there is at that time. Tells of each new picture. */
export function chartDrawing(
  host: HTMLElement,
  room: () => Room,
  first: Pick<Drawn, 'model' | 'manner'>,
  { sameY, t, onDrawn }: { sameY?: SameRange | undefined; t?: Translate | undefined; onDrawn(): void },
): ChartDrawing {
  const self = {};
  let { model, manner } = first;
  let view: LineView | null = null;
  let rows: ChartRows | null = null;
  let picture: Picture | null = null;
  let moving: PanPreview | null = null;
  let yExtent: Domain = [1, 0];
  let settling: ReturnType<typeof setTimeout> | undefined;
  let disposed = false;
  let stats = chartStats(
    model,
    null,
    { window: [0, 1], zoomed: false, beyond: 0, tooMany: false },
    { interpreted: 0, drawMillis: 0 },
    t,
  );

  const layout = (space: Room) => chartLayout(model, manner, sameY?.whole ?? yExtent, space);

  /** Thins to the columns there are; many lines share a budget, and each keeps its extremes exactly. */
  function thin(space: Room, budget: Budget): { readonly rows: ChartRows; readonly coarse: boolean } {
    const columns = columnsIn(space);
    const lines = model.lines.reduce((sum, line) => sum + 1 + line.members.length, 0);
    const share = Math.max(lines > 300 ? 8 : 40, Math.floor(vertexBudget[budget] / (4 * Math.max(1, lines))));
    const every = manner.every && model.total <= everyLimit;
    const thinned = chartRows(model, shownX(model, manner), Math.min(columns, share), every);
    yExtent = yExtentOf(model, thinned, shownX(model, manner), manner.yRange);
    sameY?.tell(self, yExtent);
    return { rows: thinned, coarse: !every && share < columns && budget !== 'full' };
  }

  function describe(shown: Picture, drawMillis: number): void {
    const window = shown.xDomain;
    const what = {
      window,
      zoomed: manner.zoom?.x !== undefined,
      beyond: countBeyond(model, window, shown.yDomain),
      tooMany: manner.every && model.total > everyLimit,
    };
    stats = chartStats(model, rows, what, { interpreted: view?.missing.size ?? 0, drawMillis }, t);
    onDrawn();
  }

  function redraw(budget: Budget = 'first'): void {
    clearTimeout(settling);
    const space = room();
    if (disposed || space.width === 0) return;
    const started = performance.now();
    const thinned = thin(space, budget);
    const next = layout(space);
    const sameScales = picture?.xScale === next.xScale && picture.yScale === next.yScale;
    moving?.dispose();
    moving = null;
    rows = thinned.rows;
    if (view && sameScales && rows.vertices < replacedVertices) {
      view.draw(next, rows);
    } else {
      view?.dispose();
      view = lineView(host, next, rows);
    }
    picture = next;
    describe(picture, performance.now() - started);
    if (thinned.coarse && rows.shown < stats.pointsTotal) settling = setTimeout(() => redraw('full'), refineMillis);
  }

  /** Other axes for the rows there are: what the charts of the group show together has changed. */
  function relayout(): void {
    if (!view || !rows || moving) return;
    picture = layout(room());
    view.draw(picture, null);
    describe(picture, stats.drawMillis);
  }

  const stopSharing = sameY?.subscribe(relayout);

  return {
    get drawn() {
      return { model, manner, rows, picture };
    },
    get stats() {
      return stats;
    },
    take(next) {
      if ('model' in next) model = next.model;
      else manner = next.manner;
    },
    redraw,
    fit() {
      if ((picture ? roomOf(picture) : 0) !== room().width) redraw();
    },
    slide(settle) {
      const canvas = host.querySelector('canvas');
      if (!picture || !canvas) return redraw();
      moving ??= panPreview(host, canvas, picture);
      picture = layout(room());
      moving.draw(picture);
      clearTimeout(settling);
      settling = setTimeout(settle, settleMillis);
    },
    saved(other) {
      if (!view || !rows || !picture) return null;
      const { width, height } = room();
      const size = { width, height, font: picture.font };
      if (!other) {
        const { toSvg, toCanvas } = view;
        return { rows, plot: { ...size, theme: manner.theme, toSvg, toCanvas }, dispose() {} };
      }
      const recolored = chartRows(other.model, picture.xDomain, picture.box.width, false);
      const shown = { ...picture, theme: other.theme, lines: other.model.lines };
      const { toSvg, toCanvas, dispose } = lineView(host.ownerDocument.createElement('div'), shown, recolored);
      return { rows: recolored, plot: { ...size, theme: other.theme, toSvg, toCanvas }, dispose };
    },
    dispose() {
      disposed = true;
      clearTimeout(settling);
      stopSharing?.();
      sameY?.tell(self, null);
      moving?.dispose();
      view?.dispose();
    },
  };
}

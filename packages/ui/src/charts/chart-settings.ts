import type { ChartTheme, Snapshot } from '@tracklens/core/display';
import type { AggregationRule } from './aggregation.ts';

export type { Smoothing } from '@tracklens/core/display';

/** Points by experiment key, as `getMetricsForChart` returns and a snapshot stores them. */
export type ChartData = Snapshot['chart'];

/** One metric of one experiment as it is transferred: parallel lists, values as numbers or text. */
export type ChartMetric = ChartData[string]['metrics'][number];

/** Quantity on the x axis; another metric by its name. */
export type XAxis = 'step' | 'epoch' | 'wall' | 'duration' | { readonly metric: string };

/** Type of an axis scale. */
export type ScaleKind = 'linear' | 'log' | 'symlog';

/** Values shown when not zoomed: all drawn values, these and zero, or their middle 95 %. */
export type YRange = 'all' | 'zero' | 'middle';

/** Position that a user pinned. */
export interface Pin {
  readonly x: number;
  readonly experimentKey: string | null;
}

/** Visible range of each axis in data units. An absent axis uses its default range. */
export interface Zoom {
  readonly x?: readonly [number, number] | undefined;
  readonly y?: readonly [number, number] | undefined;
}

/** How a model is drawn. Every option may change while the chart is mounted. */
export interface RenderOptions {
  readonly theme: ChartTheme;
  readonly zoom: Zoom | null;
  /** Values shown when not zoomed. */
  readonly yRange: YRange;
  /** Whether a zoomed range keeps its width and moves along with the newest points. */
  readonly follow: boolean;
  /** Whether each point is drawn, up to a maximum. */
  readonly every: boolean;
  /** Pinned position. */
  readonly pin: Pin | null;
}

/** Experiments drawn as one line. */
export interface ChartGroup extends ChartExperiment {
  /** Keys of the experiments. */
  readonly members: readonly string[];
}

/** How experiments are aggregated into groups. `members` draws the member lines behind each group. */
export interface Grouping extends AggregationRule {
  readonly groups: readonly ChartGroup[];
  readonly members: boolean;
}

/** Direction in which a metric improves. Decides the best-point marker. */
export type Direction = 'min' | 'max';

/** Name and look of a series. Without a colour or dash the palette chooses by the experiment's key. */
export interface ChartExperiment {
  readonly key: string;
  readonly label: string;
  /** CSS hex colour. */
  readonly color?: string | undefined;
  /** Lengths of dashes and gaps in pixels. `[]` or absent: solid. */
  readonly dash?: readonly number[] | undefined;
}

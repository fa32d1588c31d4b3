import type { ChartTheme, Snapshot } from '@tracklens/core/display';
import type { AggregationRule } from './aggregation.ts';

export type { Smoothing } from '@tracklens/core/display';

/** Points by experiment key, as `getMetricsForChart` answers and a snapshot keeps them. */
export type ChartData = Snapshot['chart'];

/** One metric of one experiment as it travels: parallel lists, values as numbers or text. */
export type ChartMetric = ChartData[string]['metrics'][number];

/** What the horizontal axis shows; another metric by its name. */
export type XAxis = 'step' | 'epoch' | 'wall' | 'duration' | { readonly metric: string };

/** How an axis maps values to lengths. */
export type ScaleKind = 'linear' | 'log' | 'symlog';

/** The values an axis shows where nobody zoomed: all that are drawn, these and zero, or the middle 95 % of them. */
export type YRange = 'all' | 'zero' | 'middle';

/** A reading that a person pinned. */
export interface Pin {
  readonly x: number;
  readonly experimentKey: string | null;
}

/** The visible part of each axis in data units; an absent axis shows everything. */
export interface Zoom {
  readonly x?: readonly [number, number] | undefined;
  readonly y?: readonly [number, number] | undefined;
}

/** How a model is drawn; all of it may change while the chart stands. */
export interface RenderOptions {
  readonly theme: ChartTheme;
  readonly zoom: Zoom | null;
  /** The values shown where nobody zoomed. */
  readonly yRange: YRange;
  /** Whether a zoomed part keeps its width and moves on with the newest points. */
  readonly follow: boolean;
  /** Whether each point is drawn, as far as there are not too many. */
  readonly every: boolean;
  /** A reading that stays. */
  readonly pin: Pin | null;
}

/** Experiments that are drawn as one line. */
export interface ChartGroup extends ChartExperiment {
  /** Keys of its experiments. */
  readonly members: readonly string[];
}

/** Experiments folded into groups: what stands for each group, how far its members are apart, and whether they are drawn behind. */
export interface Grouping extends AggregationRule {
  readonly groups: readonly ChartGroup[];
  readonly members: boolean;
}

/** Which end of a metric is good: decides the best-point marker. */
export type Direction = 'min' | 'max';

/** A series' name and looks. Without a colour or dash the palette chooses by the experiment's key. */
export interface ChartExperiment {
  readonly key: string;
  readonly label: string;
  /** CSS hex text. */
  readonly color?: string | undefined;
  /** Lengths of strokes and gaps in pixels; `[]` or absent is a solid line. */
  readonly dash?: readonly number[] | undefined;
}

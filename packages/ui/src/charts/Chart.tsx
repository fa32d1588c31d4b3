import type { ChartTheme, ThemeKind } from '@tracklens/core/display';
import type { ReactElement } from 'react';
import type { ChartData, ChartExperiment, Direction, ScaleKind, Smoothing, XAxis, Zoom } from './chart-settings.ts';
import type { HoverBus } from './hover-bus.ts';

/** What a chart shows and how; every choice a person can make is held outside, so that it outlives the data. */
export interface ChartProps {
  /** The heading. */
  readonly title: string;
  /** The metric drawn. */
  readonly metricName: string;
  readonly chart: ChartData;
  /** Which experiments of `chart` are drawn, in the legend's order; those without the metric are left out. */
  readonly experiments: readonly ChartExperiment[];
  readonly x?: XAxis | undefined;
  readonly xScale?: ScaleKind | undefined;
  readonly yScale?: ScaleKind | undefined;
  readonly smoothing?: Smoothing | null | undefined;
  /** Which end of the metric is good; marks the best point. */
  readonly direction?: Direction | undefined;
  readonly zoom?: Zoom | null | undefined;
  readonly onZoom?: ((zoom: Zoom | null) => void) | undefined;
  /** Keys switched off in the legend. */
  readonly hidden?: readonly string[] | undefined;
  readonly onHiddenChange?: ((hidden: string[]) => void) | undefined;
  readonly theme: ThemeKind | ChartTheme;
  /** Shared between the charts of a view, so that they all read the same x. */
  readonly hover?: HoverBus | undefined;
  /** Height of the drawing in pixels; 240 unless told. */
  readonly height?: number | undefined;
  /** Points per series the service answered at most, when it thinned them; said in the caption. */
  readonly sampledTo?: number | undefined;
  /** False leaves the legend out, where a view shows one for all its charts. */
  readonly legend?: boolean | undefined;
}

/** One metric of many experiments over time. */
export function Chart(props: ChartProps): ReactElement {
  return (
    <figure className="tracklens-chart" aria-label={props.title} style={{ minHeight: props.height ?? 240 }}>
      <figcaption className="tracklens-chart-title">{props.title}</figcaption>
    </figure>
  );
}

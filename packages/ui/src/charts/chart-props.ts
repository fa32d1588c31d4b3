import { type ChartTheme, chartTheme, type LookChoices, type ThemeKind } from '@tracklens/core/display';
import type { Translate } from '../text/translate.ts';
import type { ChartAction } from './ChartMenu.tsx';
import type {
  ChartData,
  ChartExperiment,
  Direction,
  Grouping,
  Pin,
  ScaleKind,
  Smoothing,
  XAxis,
  YRange,
  Zoom,
} from './chart-settings.ts';
import type { ChartExports } from './export/export-chart.ts';
import type { HoverBus } from './hover-bus.ts';
import type { SameRange } from './same-range.ts';

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
  /** One line a group of experiments, with a band; the same object while it means the same. */
  readonly grouping?: Grouping | null | undefined;
  /** The values shown where nobody zoomed; all of them unless told. */
  readonly yRange?: YRange | undefined;
  /** Shared by the charts that show the same range of values. */
  readonly sameY?: SameRange | undefined;
  /** Whether a zoomed part keeps its width and moves on with the newest points. */
  readonly follow?: boolean | undefined;
  /** Whether each point is drawn; with `onEvery` a person may ask for it. */
  readonly every?: boolean | undefined;
  readonly onEvery?: ((every: boolean) => void) | undefined;
  /** A reading that stays. */
  readonly pin?: Pin | null | undefined;
  readonly onPin?: ((pin: Pin | null) => void) | undefined;
  /** A key pressed in the plot that the chart itself does not know; true when it did something. */
  readonly onKey?: ((key: string) => boolean) | undefined;
  /** Palette and colours, where an experiment brings none of its own. */
  readonly looks?: LookChoices | undefined;
  /** More for the chart's menu. */
  readonly actions?: readonly ChartAction[] | undefined;
  /** Whether pictures are saved on white, whatever the theme. */
  readonly onWhite?: boolean | undefined;
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
  /** How the chart is saved and copied; without it there is no menu. */
  readonly exports?: ChartExports | undefined;
  /** The person's language, stable while it is the same; English without it. */
  readonly strings?: Translate | undefined;
  /** False leaves the legend out, where a view shows one for all its charts. */
  readonly legend?: boolean | undefined;
}

/** The colours a chart is drawn in. */
export const themeOf = ({ theme }: ChartProps): ChartTheme => (typeof theme === 'string' ? chartTheme(theme) : theme);

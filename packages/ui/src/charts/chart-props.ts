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

/**
 * Props of a chart. `zoom`, `pin` and `hidden` may be controlled by the parent, so that they outlive the data; where
 * omitted, the chart stores them itself.
 */
export interface ChartProps {
  readonly title: string;
  readonly metricName: string;
  readonly chart: ChartData;
  /** Experiments of `chart` to draw, in the order of the legend. Those without the metric are left out. */
  readonly experiments: readonly ChartExperiment[];
  readonly x?: XAxis | undefined;
  readonly xScale?: ScaleKind | undefined;
  readonly yScale?: ScaleKind | undefined;
  readonly smoothing?: Smoothing | null | undefined;
  /** Direction in which the metric improves. Marks the best point. */
  readonly direction?: Direction | undefined;
  /** Draws one line with a band per group. Must be referentially stable while it is unchanged. */
  readonly grouping?: Grouping | null | undefined;
  /** Values shown when not zoomed. Default: `all`. */
  readonly yRange?: YRange | undefined;
  /** Range shared by charts that show the same values. */
  readonly sameY?: SameRange | undefined;
  /** Whether a zoomed range keeps its width and moves along with the newest points. */
  readonly follow?: boolean | undefined;
  /** Whether each point is drawn. With `onEvery`, the caption has a button for it. */
  readonly every?: boolean | undefined;
  readonly onEvery?: ((every: boolean) => void) | undefined;
  /** Pinned values. */
  readonly pin?: Pin | null | undefined;
  readonly onPin?: ((pin: Pin | null) => void) | undefined;
  /** Handles a key pressed in the plot that the chart does not handle. Returns whether it was handled. */
  readonly onKey?: ((key: string) => boolean) | undefined;
  /** Palette and colours of experiments that have none of their own. */
  readonly looks?: LookChoices | undefined;
  /** Additional menu entries. */
  readonly actions?: readonly ChartAction[] | undefined;
  /** Whether images are exported on white, whatever the theme. */
  readonly onWhite?: boolean | undefined;
  readonly zoom?: Zoom | null | undefined;
  readonly onZoom?: ((zoom: Zoom | null) => void) | undefined;
  /** Keys hidden in the legend. */
  readonly hidden?: readonly string[] | undefined;
  readonly onHiddenChange?: ((hidden: string[]) => void) | undefined;
  readonly theme: ThemeKind | ChartTheme;
  /** Shared by the charts of a view, so that they show the values at the same x. */
  readonly hover?: HoverBus | undefined;
  /** Height of the plot in pixels. Default: 240. */
  readonly height?: number | undefined;
  /** Maximum number of points per series that the service returned, when it sampled them. Shown in the caption. */
  readonly sampledTo?: number | undefined;
  /** How the chart is saved and copied. Without it the menu has no exports and the tooltip no copy button. */
  readonly exports?: ChartExports | undefined;
  /** Translation; must be referentially stable. Default: English. */
  readonly strings?: Translate | undefined;
  /** False hides the legend, where a view shows one for all charts. Default: true. */
  readonly legend?: boolean | undefined;
}

/** Returns the colours of a chart. */
export const themeOf = ({ theme }: ChartProps): ChartTheme => (typeof theme === 'string' ? chartTheme(theme) : theme);

import type { ChartData, ChartExperiment, ChartGroup, ChartSettings, LoadedWindow } from '@tracklens/core/charts';
import { type ChartTheme, chartTheme, type ThemeKind } from '@tracklens/core/display';
import type { ChartAction } from './ChartMenu.tsx';
import type { ChartExports } from './export/export-chart.ts';
import type { HoverBus } from './hover-bus.ts';
import type { SharedRange } from './shared-range.ts';

/** Props of a chart. */
export interface ChartProps {
  readonly title: string;
  /** Metrics to draw, at least one. */
  readonly metrics: readonly string[];
  readonly chart: ChartData;
  /**
   * Experiments of `chart` to draw, in the order of the legend. Those without these metrics are left out. Must be
   * referentially stable while they are unchanged.
   */
  readonly experiments: readonly ChartExperiment[];
  /** Groups of `settings.group`, drawn as one line with a band each. Must be referentially stable. */
  readonly groups?: readonly ChartGroup[] | null | undefined;
  /** User settings. Absent ones have their defaults. */
  readonly settings?: Partial<ChartSettings> | undefined;
  /** Called when the user changes settings. Without it the chart stores the changes itself. */
  readonly onChange?: ((change: Partial<ChartSettings>) => void) | undefined;
  /** Whether all points can be read, so that the caption has a button for them. */
  readonly canShowAll?: boolean | undefined;
  /** Range shared by charts that show the same values. */
  readonly sharedRange?: SharedRange | undefined;
  /** Handles a key pressed in the plot that the chart does not handle. Returns whether it was handled. */
  readonly onKey?: ((key: string) => boolean) | undefined;
  /** Additional menu entries. */
  readonly actions?: readonly ChartAction[] | undefined;
  readonly theme: ThemeKind | ChartTheme;
  /** Shared by the charts of a view, so that they show the values at the same x. */
  readonly hover?: HoverBus | undefined;
  /** Height of the plot in pixels. Default: 240. */
  readonly height?: number | undefined;
  /** Maximum number of points per series that the service returned, when it sampled them. Shown in the caption. */
  readonly sampledTo?: number | undefined;
  /** Window of which `chart` has the points that were read for it; must be referentially stable. */
  readonly window?: LoadedWindow | null | undefined;
  /** Exports of the chart. Without them the menu has no exports and the tooltip no copy button. */
  readonly exports?: ChartExports | undefined;
  /** False hides the legend, where a view shows one for all charts. Default: true. */
  readonly legend?: boolean | undefined;
}

/** Returns the colors of a chart. */
export const themeOf = ({ theme }: Pick<ChartProps, 'theme'>): ChartTheme =>
  typeof theme === 'string' ? chartTheme(theme) : theme;

import type { ChartOptions } from '@tracklens/core/display';
import type { Groupings } from './groupings.ts';
import type { ChangeOptions } from './use-chart-options.ts';

/** Props of a control in the toolbar of the gallery. */
export interface FieldProps {
  readonly options: ChartOptions;
  readonly change: ChangeOptions;
  /** Metrics that are available as the x axis. */
  readonly metricNames: readonly string[];
  /** Available groupings, or null for a single experiment. */
  readonly groupings: Groupings | null;
}

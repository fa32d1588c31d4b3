import type { Tab } from '@tracklens/core/display';
import type { ComponentType } from 'react';
import { ChartsTab } from './charts.tsx';
import { MetricsTab } from './metrics.tsx';
import { ParametersTab } from './parameters.tsx';

/** What a tab is given. */
export interface TabProps {
  readonly experimentKey: string;
  /** While it runs, a tab reads again every now and then. */
  readonly running: boolean;
  /** When the experiment itself was read last. */
  readonly changedAtMillis: number | null;
}

/** One tab of an experiment. */
export interface TabView {
  readonly id: Tab;
  /** Its heading in English. */
  readonly title: string;
  readonly View: ComponentType<TabProps>;
}

/** The tabs in their order: a new one is one file here and one line. */
export const tabViews: readonly TabView[] = [
  { id: 'charts', title: 'Charts', View: ChartsTab },
  { id: 'metrics', title: 'Metrics', View: MetricsTab },
  { id: 'parameters', title: 'Parameters', View: ParametersTab },
];

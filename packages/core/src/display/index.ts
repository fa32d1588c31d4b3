export { type ChartTheme, chartTheme } from './chart-theme.ts';
export type { Host, OpenOptions, ThemeKind } from './host.ts';
export { isTab, type Tab, tabIds, tabOf, tabs } from './tabs.ts';
export { Target, targetIdentity } from './target.ts';
export {
  type ReadPayload,
  readViewPayload,
  Snapshot,
  type SnapshotExperiment,
  snapshotBudgetBytes,
  ViewPayload,
  viewMimeType,
} from './view-payload.ts';
export { initialViewState, readViewState, ViewState } from './view-state.ts';

import type { Tab } from '@tracklens/core/display';
import type { ComponentType } from 'react';
import { ChartsTab } from './charts.tsx';
import { lazyTab } from './lazy-tab.tsx';

/** Props of a tab. */
export interface TabProps {
  readonly experimentKey: string;
  /** Name of the experiment, or the first characters of its key if it has none. */
  readonly experimentName: string;
  /** First part of the names of saved files. */
  readonly projectName: string;
  /** Whether the experiment is running. Tabs then reload periodically. */
  readonly running: boolean;
  /** When the experiment was last read. */
  readonly changedAtMillis: number | null;
}

/** Tab of an experiment. */
export interface TabView {
  readonly id: Tab;
  /** English title. */
  readonly title: string;
  readonly View: ComponentType<TabProps>;
}

const Metrics = lazyTab(async () => (await import('./metrics.tsx')).MetricsTab);
const Parameters = lazyTab(async () => (await import('./parameters.tsx')).ParametersTab);
const SystemMetrics = lazyTab(async () => (await import('./system-metrics.tsx')).SystemMetricsTab);
const Images = lazyTab(async () => (await import('./images.tsx')).ImagesTab);
const Histograms = lazyTab(async () => (await import('./histograms.tsx')).HistogramsTab);
const ConfusionMatrices = lazyTab(async () => (await import('./confusion-matrices.tsx')).ConfusionMatricesTab);
const Text = lazyTab(async () => (await import('./text.tsx')).TextTab);
const Audio = lazyTab(async () => (await import('./audio.tsx')).AudioTab);
const Code = lazyTab(async () => (await import('./code.tsx')).CodeTab);
const InstalledPackages = lazyTab(async () => (await import('./installed-packages.tsx')).InstalledPackagesTab);
const Notes = lazyTab(async () => (await import('./notes.tsx')).NotesTab);
const Artifacts = lazyTab(async () => (await import('./artifacts.tsx')).ArtifactsTab);
const Assets = lazyTab(async () => (await import('./assets.tsx')).AssetsTab);

/** All tabs in order. To add one, create a file in this folder and add a line here. */
export const tabViews: readonly TabView[] = [
  { id: 'charts', title: 'Charts', View: ChartsTab },
  { id: 'metrics', title: 'Metrics', View: Metrics },
  { id: 'parameters', title: 'Parameters', View: Parameters },
  { id: 'system-metrics', title: 'System', View: SystemMetrics },
  { id: 'images', title: 'Images', View: Images },
  { id: 'histograms', title: 'Histograms', View: Histograms },
  { id: 'confusion-matrices', title: 'Confusion', View: ConfusionMatrices },
  { id: 'text', title: 'Text', View: Text },
  { id: 'audio', title: 'Audio', View: Audio },
  { id: 'code', title: 'Code', View: Code },
  { id: 'installed-packages', title: 'Packages', View: InstalledPackages },
  { id: 'notes', title: 'Notes', View: Notes },
  { id: 'artifacts', title: 'Artifacts', View: Artifacts },
  { id: 'assets', title: 'Assets', View: Assets },
];

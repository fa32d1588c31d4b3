import type { Tab } from '@tracklens/core/display';
import { ChartsTab } from './charts.tsx';
import { lazyTab } from './lazy-tab.tsx';
import type { TabDefinition } from './tab.ts';

/** All tabs, in display order. The first is shown by default and not loaded lazily. */
export const tabDefinitions: Readonly<Record<Tab, TabDefinition>> = {
  charts: {
    title: 'Charts',
    View: ChartsTab,
  },
  metrics: {
    title: 'Metrics',
    View: lazyTab(async () => (await import('./metrics.tsx')).MetricsTab),
  },
  parameters: {
    title: 'Parameters',
    View: lazyTab(async () => (await import('./parameters.tsx')).ParametersTab),
  },
  'system-metrics': {
    title: 'System',
    View: lazyTab(async () => (await import('./system-metrics.tsx')).SystemMetricsTab),
  },
  images: {
    title: 'Images',
    View: lazyTab(async () => (await import('./images.tsx')).ImagesTab),
  },
  histograms: {
    title: 'Histograms',
    View: lazyTab(async () => (await import('./histograms.tsx')).HistogramsTab),
  },
  'confusion-matrices': {
    title: 'Confusion',
    View: lazyTab(async () => (await import('./confusion-matrices.tsx')).ConfusionMatricesTab),
  },
  text: {
    title: 'Text',
    View: lazyTab(async () => (await import('./text.tsx')).TextTab),
  },
  audio: {
    title: 'Audio',
    View: lazyTab(async () => (await import('./audio.tsx')).AudioTab),
  },
  code: {
    title: 'Code',
    View: lazyTab(async () => (await import('./code.tsx')).CodeTab),
  },
  'installed-packages': {
    title: 'Packages',
    View: lazyTab(async () => (await import('./installed-packages.tsx')).InstalledPackagesTab),
  },
  notes: {
    title: 'Notes',
    View: lazyTab(async () => (await import('./notes.tsx')).NotesTab),
  },
  artifacts: {
    title: 'Artifacts',
    View: lazyTab(async () => (await import('./artifacts.tsx')).ArtifactsTab),
  },
  assets: {
    title: 'Assets',
    View: lazyTab(async () => (await import('./assets.tsx')).AssetsTab),
  },
};

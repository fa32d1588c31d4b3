/**
 * The tabs of an experiment's page, by the names a caller gives (section 4.7 of the interface), each with the id that
 * `?experiment-tab=` carries.
 */
export const tabIds = {
  artifacts: 'artifacts',
  assets: 'assets',
  audio: 'audio',
  charts: 'chart',
  code: 'code',
  'confusion-matrices': 'confusionMatrix',
  histograms: 'histograms',
  images: 'images',
  'installed-packages': 'installedPackages',
  metrics: 'metrics',
  notes: 'notes',
  parameters: 'params',
  'system-metrics': 'systemMetrics',
  text: 'text',
} as const;

/** The name of one tab. */
export type Tab = keyof typeof tabIds;

/** All fourteen tab names, in the order they are shown. */
export const tabs = Object.keys(tabIds) as Tab[];

/** Whether a text names a tab. */
export function isTab(name: string): name is Tab {
  return Object.hasOwn(tabIds, name);
}

/** The tab that a name or a page id means, or null: both `charts` and `chart` are charts. */
export function tabOf(nameOrId: string): Tab | null {
  if (isTab(nameOrId)) return nameOrId;
  return tabs.find((tab) => tabIds[tab] === nameOrId) ?? null;
}

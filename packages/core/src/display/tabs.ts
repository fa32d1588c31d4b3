/** Tabs of an experiment's page: public tab name to the id in `?experiment-tab=`. */
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

/** Name of a tab. */
export type Tab = keyof typeof tabIds;

/** All fourteen tab names, in display order. */
export const tabs = Object.keys(tabIds) as Tab[];

/** Whether a text is a tab name. */
export function isTab(name: string): name is Tab {
  return Object.hasOwn(tabIds, name);
}

/** Returns the tab for a name or page id, or null: both `charts` and `chart` mean `charts`. */
export function tabOf(nameOrId: string): Tab | null {
  if (isTab(nameOrId)) return nameOrId;
  return tabs.find((tab) => tabIds[tab] === nameOrId) ?? null;
}

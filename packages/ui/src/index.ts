export { type MountedQueryPanel, mountQueryPanel, type QueryPanelOptions } from './mount-query-panel.tsx';
export { type MountedTree, mountTree, type TreeOptions } from './mount-tree.tsx';
export { type MountedView, mountView, type ViewLayout, type ViewOptions } from './mount-view.tsx';
export { archiveOf } from './parts/archive.ts';
export { saveFile } from './parts/save-file.ts';
export type { SavedOnly } from './source/saved-only.ts';
export { type ServiceHealth, serviceHealth } from './source/service-health.ts';
export * from './trees/index.ts';

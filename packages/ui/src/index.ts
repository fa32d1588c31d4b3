export { archiveOf } from './components/archive.ts';
export { saveFile } from './components/save-file.ts';
export { type MountedQueryPanel, mountQueryPanel, type QueryPanelOptions } from './mount-query-panel.tsx';
export { type MountedTree, mountTree, type TreeOptions } from './mount-tree.tsx';
export { type MountedView, mountView, type ViewOptions } from './mount-view.tsx';
export type { SavedOnly } from './source/saved-only.ts';
export { type ServiceHealth, serviceHealth } from './source/service-health.ts';
export * from './trees/index.ts';
export type { ViewLayout } from './view/view-layout.ts';

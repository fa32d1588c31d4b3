import { commandsPlugin } from './commands/plugin.ts';
import { treeCommandsPlugin } from './commands/tree-plugin.ts';
import { connectionsPlugin } from './connections/plugin.ts';
import { managePlugin } from './manage/plugin.ts';
import { notebookPlugin } from './notebooks/plugin.ts';
import { notebookRunsPlugin } from './notebooks/runs-plugin.ts';
import { panelPlugin } from './panels/plugin.ts';
import { queryPlugin } from './queries/plugin.ts';
import { recordingsPlugin } from './recordings/plugin.ts';
import { registryPlugin } from './registry/plugin.ts';
import { rendererPlugin } from './renderer/plugin.ts';
import { connectionPlugin } from './service/plugin.ts';
import { isStaticSite } from './service/static-site.ts';
import { sidebarPlugin } from './sidebar/plugin.ts';
import { statusPlugin } from './status/plugin.ts';

/** Plugins that work without a Jupyter server: saved outputs and views, and the sidebar, which says what is missing. */
const staticSitePlugins = [connectionPlugin, rendererPlugin, recordingsPlugin, sidebarPlugin, statusPlugin];

/**
 * Plugins of Tracklens for JupyterLab, Notebook 7 and JupyterLite. Host tokens are optional, except those that the
 * renderer and the runs of a notebook need. JupyterLab hides menu entries and buttons of commands that no plugin has
 * registered.
 */
const serverPlugins = [
  ...staticSitePlugins,
  connectionsPlugin,
  panelPlugin,
  queryPlugin,
  commandsPlugin,
  treeCommandsPlugin,
  registryPlugin,
  managePlugin,
  notebookPlugin,
  notebookRunsPlugin,
];

export default isStaticSite() ? staticSitePlugins : serverPlugins;

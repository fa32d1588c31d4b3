import { commandsPlugin } from './commands/plugin.ts';
import { treeCommandsPlugin } from './commands/tree-plugin.ts';
import { connectionPlugin } from './connection/plugin.ts';
import { connectionsPlugin } from './connections/plugin.ts';
import { managePlugin } from './manage/plugin.ts';
import { notebookPlugin } from './notebooks/plugin.ts';
import { notebookRunsPlugin } from './notebooks/runs-plugin.ts';
import { panelPlugin } from './panels/plugin.ts';
import { queryPlugin } from './queries/plugin.ts';
import { registryPlugin } from './registry/plugin.ts';
import { rendererPlugin } from './renderer/plugin.ts';
import { sidebarPlugin } from './sidebar/plugin.ts';
import { statusPlugin } from './status/plugin.ts';

/**
 * Plugins of Tracklens for JupyterLab and Notebook 7. Host tokens are optional, except the one that the renderer
 * needs.
 */
export default [
  connectionPlugin,
  connectionsPlugin,
  rendererPlugin,
  panelPlugin,
  sidebarPlugin,
  queryPlugin,
  commandsPlugin,
  treeCommandsPlugin,
  registryPlugin,
  managePlugin,
  notebookPlugin,
  notebookRunsPlugin,
  statusPlugin,
];

import { commandsPlugin } from './commands/plugin.ts';
import { treeCommandsPlugin } from './commands/tree-plugin.ts';
import { connectionPlugin } from './connection/plugin.ts';
import { notebookPlugin } from './notebooks/plugin.ts';
import { panelPlugin } from './panels/plugin.ts';
import { queryPlugin } from './queries/plugin.ts';
import { registryPlugin } from './registry/plugin.ts';
import { rendererPlugin } from './renderer/plugin.ts';
import { sidebarPlugin } from './sidebar/plugin.ts';
import { statusPlugin } from './status/plugin.ts';

/** Tracklens in JupyterLab and Notebook 7: every token but the renderer's own is optional. */
export default [
  connectionPlugin,
  rendererPlugin,
  panelPlugin,
  sidebarPlugin,
  queryPlugin,
  commandsPlugin,
  treeCommandsPlugin,
  registryPlugin,
  notebookPlugin,
  statusPlugin,
];

/**
 * Ids of the commands. `open` requires a target. Row commands act on the selected row; the other commands prompt for
 * missing arguments.
 */
export const commandIds = {
  open: 'tracklens:open',
  openSelected: 'tracklens:open-selected',
  openInNewPanel: 'tracklens:open-in-new-panel',
  openExperiment: 'tracklens:open-experiment',
  openProject: 'tracklens:open-project',
  showSidebar: 'tracklens:show-sidebar',
  runQuery: 'tracklens:run-query',
  refresh: 'tracklens:refresh',
  insertCell: 'tracklens:insert-display-cell',
  copyKey: 'tracklens:copy-key',
  copyName: 'tracklens:copy-name',
  copyUrl: 'tracklens:copy-url',
  compare: 'tracklens:compare-experiments',
  star: 'tracklens:star-experiment',
  unstar: 'tracklens:unstar-experiment',
  sort: 'tracklens:sort-experiments',
  group: 'tracklens:group-experiments',
  saveSearch: 'tracklens:save-search',
  deleteSearch: 'tracklens:delete-search',
  collapseAll: 'tracklens:collapse-all',
  download: 'tracklens:download-version',
  downloadToFolder: 'tracklens:download-to-folder',
  openSource: 'tracklens:open-source',
  showVersions: 'tracklens:show-versions',
  rename: 'tracklens:rename-selected',
  delete: 'tracklens:delete-selected',
  openInBrowser: 'tracklens:open-in-browser',
  signIn: 'tracklens:sign-in',
  signOut: 'tracklens:sign-out',
  useConnection: 'tracklens:use-connection',
  editConnection: 'tracklens:edit-connection',
  manageConnections: 'tracklens:manage-connections',
  startLocalService: 'tracklens:start-local-service',
  stopLocalService: 'tracklens:stop-local-service',
  startDemo: 'tracklens:start-demo',
  howToLog: 'tracklens:how-to-log',
  notebookRuns: 'tracklens:notebook-runs',
  openRun: 'tracklens:open-run',
  compareRuns: 'tracklens:compare-runs',
  displayRun: 'tracklens:display-run',
} as const;

/** Returns the id of a command that changes something on the service. */
export const manageCommandId = (id: string): string => `tracklens:${id}`;

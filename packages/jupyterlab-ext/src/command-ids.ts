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
  saveSearch: 'tracklens:save-search',
  deleteSearch: 'tracklens:delete-search',
  collapseAll: 'tracklens:collapse-all',
  download: 'tracklens:download-version',
  downloadToFolder: 'tracklens:download-to-folder',
  changeStatus: 'tracklens:change-status',
  changeTags: 'tracklens:change-tags',
  changeComment: 'tracklens:change-comment',
  editNotes: 'tracklens:edit-notes',
  openSource: 'tracklens:open-source',
  showVersions: 'tracklens:show-versions',
  openInBrowser: 'tracklens:open-in-browser',
} as const;

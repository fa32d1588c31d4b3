/** The commands, by what they do. `open` and `openInNewPanel` take a target; the others ask when nothing is given. */
export const commandIds = {
  open: 'tracklens:open',
  openInNewPanel: 'tracklens:open-in-new-panel',
  openExperiment: 'tracklens:open-experiment',
  openProject: 'tracklens:open-project',
  runQuery: 'tracklens:run-query',
  refresh: 'tracklens:refresh',
  insertCell: 'tracklens:insert-display-cell',
  copyKey: 'tracklens:copy-key',
  openInBrowser: 'tracklens:open-in-browser',
} as const;

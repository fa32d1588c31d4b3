import type { JupyterFrontEnd } from '@jupyterlab/application';

/** Where panels go: the main area, or beside the document in Notebook 7, which keeps its main area for the one document. */
export function panelArea(app: JupyterFrontEnd): 'main' | 'right' {
  return /notebook/i.test(app.name) ? 'right' : 'main';
}

import type { JupyterFrontEnd } from '@jupyterlab/application';

/**
 * Returns the shell area for panels: the main area or, in Notebook 7, the right area, because the main area holds
 * only the document.
 */
export function panelArea(app: JupyterFrontEnd): 'main' | 'right' {
  return /notebook/i.test(app.name) ? 'right' : 'main';
}

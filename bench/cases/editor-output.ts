import type { Page } from 'playwright-core';
import { choice, frameWith, shortTimeout } from '../../test/vscode/editor.ts';
import { savedNotebook, savedPayload } from '../../test/vscode/saved-notebook.ts';
import { startWorkbench } from '../../test/vscode/workbench.ts';
import { closeFile, findFile } from '../editor-files.ts';
import type { Outcome } from '../goal.ts';
import { type Sample, sideBySide } from '../side-by-side.ts';

/** Notebook whose output is plain HTML. */
function htmlNotebook(): string {
  const notebook = JSON.parse(savedNotebook([savedPayload]));
  notebook.cells[0].outputs[0].data = { 'text/html': ['<p data-bench="html">plain</p>'] };
  return JSON.stringify(notebook);
}

/** Opens a notebook, and measures the time from the click on its name until its output is there. Closes it again. */
async function opened(page: Page, name: string, output: string): Promise<Sample> {
  await findFile(page, name);
  const start = performance.now();
  await choice(page, name).click(shortTimeout);
  await frameWith(page, output);
  const wallMillis = performance.now() - start;
  await closeFile(page, name);
  return { wallMillis };
}

/** An output in VS Code from the click on its notebook to its chart, against plain HTML; not the first of the window. */
export async function editorOutput(): Promise<Outcome[]> {
  await using stack = new AsyncDisposableStack();
  const files = { 'view.ipynb': savedNotebook([savedPayload]), 'html.ipynb': htmlNotebook() };
  const { page } = await startWorkbench(stack, { files });
  const comparison = await sideBySide(
    {
      name: 'chart of a saved output',
      run: () => opened(page, 'view.ipynb', '[data-metric="loss"] [data-series="1"]'),
    },
    { name: 'HTML', run: () => opened(page, 'html.ipynb', '[data-bench="html"]') },
    { rounds: 7 },
  );
  const work = 'output of a notebook in VS Code, from the click on its name, not the first of the window';
  return [{ work, comparison, atLeast: 1 / 1.5 }];
}

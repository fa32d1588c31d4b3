import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '@tracklens/core/test-support';
import type { Frame, Page } from 'playwright-core';
import { inRoot } from '../../scripts/folders.ts';
import { startLocalService } from '../../scripts/setup.ts';
import { drawnCharts } from '../jupyterlab/drawn-charts.ts';
import { jupyterSession } from '../jupyterlab/jupyter-session.ts';
import { command, showSidebar, tree, unfold } from '../jupyterlab/lab-page.ts';
import { writeNotebook } from '../jupyterlab/notebook-file.ts';
import { pageBrowser } from '../page/page-browser.ts';
import { activeTab, actUntil, frameWith, row, shortTimeout } from '../vscode/editor.ts';
import { startWorkbench } from '../vscode/workbench.ts';
import type { Screen } from './screen.ts';
import { showDemo, walkthroughScreens } from './walkthrough-screens.ts';

/** Size of the images, small enough for the column of a registry's page. */
const viewport = { width: 1200, height: 1040 };

/** Waits until no visible cell of a table is loading. */
async function tableLoaded(frame: Page | Frame): Promise<void> {
  await frame.waitForFunction(() =>
    [...document.querySelectorAll('.tl-skeleton-cell')].every((cell) => {
      const { left, top, width, height } = cell.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) !== cell;
    }),
  );
}

const pythonCells = ['import tracklens\n\ntracklens.display_project("demo", "digits")'];

const typescriptCells = [
  [
    "import { API } from '@tracklens/core';",
    '',
    'const api = new API();',
    `const [best] = await api.query('demo', 'digits', '(Metric("val_accuracy") > 0.97)');`,
    "await best.display({ tab: 'charts' });",
  ].join('\n'),
];

/** Draws the demo in a notebook of JupyterLab, with the sidebar for Python. */
function notebookScreen(language: 'python' | 'typescript', cells: readonly string[]): Screen {
  return async (file) => {
    await using stack = new AsyncDisposableStack();
    const service = await startLocalService(path.join(await temporaryFolder(stack), 'data'), { demo: true });
    stack.defer(() => service.stop());
    const session = await jupyterSession({ env: service.env, disabledExtensions: [] });
    stack.defer(() => session.close());
    const { page, notebookFolder } = session;
    await page.setViewportSize(viewport);
    if (language === 'typescript') {
      await symlink(inRoot('node_modules'), path.join(notebookFolder, 'node_modules'));
      const project = { private: true, type: 'module', dependencies: { '@tracklens/core': '*' } };
      await writeFile(path.join(notebookFolder, 'package.json'), JSON.stringify(project));
    }
    await writeNotebook(path.join(notebookFolder, 'digits.ipynb'), cells, language);
    await session.open('digits.ipynb');
    if (language === 'python') {
      await showSidebar(page);
      await unfold(tree(page, 'Experiments'), 'demo', 'digits');
    } else {
      await command(page, 'application:toggle-left-area');
    }
    await session.runAll();
    const cell = page.locator('.jp-NotebookPanel .jp-CodeCell').first();
    await drawnCharts(cell);
    await cell.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await tableLoaded(page);
    await page.screenshot({ path: file });
  };
}

/** Draws the demo on the page of the service. */
async function pageScreen(file: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const browser = await pageBrowser(stack, { demo: true });
  const { page } = await browser.open('/demo/digits', { viewport });
  await unfold(tree(page, 'Experiments'), 'demo', 'digits');
  await drawnCharts(page.locator('main'));
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('*')) element.scrollTop = 0;
  });
  await tableLoaded(page);
  await page.screenshot({ path: file });
}

/** Shows a project of the demo in VS Code, after one click in an editor without any account. */
async function editorScreen(file: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const { page } = await startWorkbench(stack);
  await page.setViewportSize(viewport);
  await showDemo(page);
  await actUntil(page, activeTab(page, 'digits'), async () => {
    const project = row(page, 'Experiments', 'digits');
    await project.hover(shortTimeout);
    await project.locator('.action-label[aria-label="Open"]').click(shortTimeout);
  });
  await tableLoaded(await frameWith(page, '[data-series]'));
  await page.screenshot({ path: file });
}

/** Screens of the READMEs and of the walkthrough, by the path of their image. */
export const screens: Readonly<Record<string, Screen>> = {
  'packages/jupyterlab-ext/images/jupyterlab.png': notebookScreen('python', pythonCells),
  'packages/core/images/deno.png': notebookScreen('typescript', typescriptCells),
  'packages/server/images/page.png': pageScreen,
  'packages/vscode-ext/images/vscode.png': editorScreen,
  ...walkthroughScreens,
};

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { viewMimeType } from '@tracklens/core/display';
import { suiteCleanup } from '@tracklens/core/test-support';
import { pythonEnvironment } from '../../scripts/setup.ts';
import { until } from '../until.ts';
import { drawnCharts, seriesCounts } from './drawn-charts.ts';
import type { JupyterSession } from './jupyter-session.ts';
import { command, dialog, restored } from './lab-page.ts';
import { displayOutput, type SavedOutput, savedOutputs, writeNotebook } from './notebook-file.ts';
import { type SeededService, secretKey } from './seeded-service.ts';
import { sharedLab } from './shared-lab.ts';

const execute = promisify(execFile);

describe('saved outputs', () => {
  const stack = suiteCleanup();
  let service: SeededService;
  let session: JupyterSession;
  let saved: SavedOutput[][];
  let file: string;

  before(async () => {
    ({ service, session } = await sharedLab(stack));
    file = path.join(session.notebookFolder, 'report.ipynb');
    const calls = [
      `import tracklens\ntracklens.display("${service.keys[1]}", tab="charts")`,
      `tracklens.display_project("${service.workspace}", "${service.projectName}")`,
    ];
    await writeNotebook(file, calls);
    await session.open('report.ipynb');
    await session.runAll();
    await drawnCharts(session.output(1));
    await session.save();
    saved = await savedOutputs(file);
    // The same outputs in a file that this server has not signed.
    await writeNotebook(
      path.join(session.notebookFolder, 'received.ipynb'),
      calls.map((source, index) => ({ source, outputs: saved[index]! })),
    );
  });

  test('keys in an output change no cell, until Escape moves the focus to its cell', async () => {
    const { page } = session;
    const cells = page.locator('.jp-NotebookPanel .jp-Cell');
    const table = session.output(1).getByRole('grid', { name: 'Experiments' });
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.className);
    await table.focus();
    for (const key of ['x', 'd', 'd', 'b', 'ArrowDown', ' ', ' ']) await page.keyboard.press(key);
    assert.equal(await focused(), 'grid');
    assert.equal(await cells.count(), 2);
    await page.keyboard.press('Escape');
    await until(async () => /jp-Cell/.test(String(await focused())), 'the focus on the cell');
    await page.keyboard.press('b');
    await until(async () => (await cells.count()) === 3, 'a cell below');
    await page.keyboard.press('d');
    await page.keyboard.press('d');
    await until(async () => (await cells.count()) === 2, 'the cells of before');
  });

  test('a click on the prompt of a cell moves the focus from its output to the cell', async () => {
    const { page } = session;
    const cells = page.locator('.jp-NotebookPanel .jp-Cell');
    const cell = cells.nth(1);
    await session.output(1).getByRole('grid', { name: 'Experiments' }).focus();
    await cell.locator('.jp-InputPrompt').click();
    await page.keyboard.press('b');
    await until(async () => (await cells.count()) === 3, 'a cell below');
    await page.keyboard.press('d');
    await page.keyboard.press('d');
    await until(async () => (await cells.count()) === 2, 'the cells of before');
    await session.output(1).getByRole('grid', { name: 'Experiments' }).focus();
    await cell.locator('.cm-content').click();
    await until(
      () => cell.locator('.cm-content').evaluate((editor) => editor === document.activeElement),
      'the editor',
    );
    await page.keyboard.press('Escape');
  });

  test('Find with the outputs of cells leaves views as they are, and they work on', async () => {
    const { page } = session;
    const view = session.output(1);
    await page.locator('.jp-NotebookPanel .jp-Cell .jp-InputPrompt').first().click();
    await command(page, 'documentsearch:start');
    const find = page.locator('.jp-DocumentSearch-overlay');
    const outputs = find.getByRole('checkbox', { name: 'Search Cell Outputs' });
    await until(async () => {
      if (await outputs.isVisible()) return true;
      await find.getByRole('button', { name: 'Show Search Filters' }).click();
      return false;
    }, 'the filters of Find');
    await outputs.check();
    // The word is in a cell and in the view of its output.
    await find.locator('.jp-DocumentSearch-input').first().fill('vision');
    const counter = find.locator('.jp-DocumentSearch-index-counter');
    await until(async () => /\/[1-9]/.test(await counter.innerText()), 'the matches');
    assert.equal(await page.locator('.jp-TracklensOutput mark').count(), 0);
    await find.getByRole('button', { name: 'Close Search Box' }).click();
    await find.waitFor({ state: 'detached' });
    await view.getByRole('checkbox', { name: /gamma/ }).uncheck();
    await view.getByText('3 of 3 · 2 selected').waitFor();
    await view.getByRole('checkbox', { name: /gamma/ }).check();
    await view.getByText('3 of 3 · 3 selected').waitFor();
    assert.deepEqual(session.problems(), []);
  });

  test('an untrusted notebook draws its snapshot and sends no request', async () => {
    const before = session.proxied().length;
    await session.open('received.ipynb');
    assert.deepEqual(await seriesCounts(session.output(0)), [1, 1]);
    await session
      .output(0)
      .getByText(/Snapshot of/)
      .waitFor();
    await session
      .output(0)
      .getByText('This notebook is not trusted, so its outputs show the saved snapshot.')
      .waitFor();
    assert.equal(await session.output(0).getByRole('button', { name: 'Retry' }).count(), 0);
    await session.screenshot('lab-untrusted');
    assert.deepEqual(
      session
        .proxied()
        .slice(before)
        .filter((address) => address !== 'status'),
      [],
    );
  });

  test('the Trust button of an output makes it live', async () => {
    const before = session.proxied().length;
    await session.output(0).getByRole('button', { name: 'Trust Notebook' }).click();
    await dialog(session.page).getByRole('button', { name: 'Trust' }).click();
    await session
      .output(0)
      .getByText(/updated/)
      .first()
      .waitFor();
    const reads = session.proxied().slice(before);
    assert.ok(
      reads.some((address) => address.startsWith('view/')),
      reads.join(' '),
    );
    assert.equal(await session.output(0).getByText('This notebook is not trusted').count(), 0);
  });

  test('an output shows its saved charts, as high as its view, until the code of the views is loaded', async () => {
    const { page, server } = session;
    const output = session.output(1).locator('.jp-TracklensOutput');
    const height = async () => (await output.boundingBox())!.height;
    await session.openNext('report.ipynb');
    await command(page, 'apputils:change-theme', { theme: 'JupyterLab Dark' });
    await output.locator('[data-theme=dark]').first().waitFor();
    await drawnCharts(output);
    // The saved notebook has the properties of the same target in another order.
    await until(async () => {
      const heights = await page.evaluate(() => localStorage.getItem('tracklens:output-heights'));
      const ofProject = (JSON.parse(heights ?? '[]') as [string, number][]).filter(([key]) =>
        key.includes('"project"'),
      );
      return ofProject.length === 1 && ofProject[0]![1] === Math.round(await height());
    }, 'the height of the view to be stored');
    await page.goto(`${server.url}lab?reset`);
    await restored(page);
    const loading = Promise.withResolvers<void>();
    stack.defer(() => loading.resolve());
    await page.route(/@tracklens\/jupyterlab-ext\/static\//, async (route) => {
      await loading.promise;
      await route.continue();
    });
    await command(page, 'docmanager:open', { path: 'report.ipynb' });
    const images = output.getByRole('img', { name: /^Chart of / });
    await images.first().waitFor();
    assert.ok((await images.first().evaluate((image) => (image as HTMLImageElement).naturalWidth)) > 300);
    assert.equal(await output.locator('.tl-view').count(), 0);
    await session.screenshot('lab-saved-images-dark');
    const before = await height();
    loading.resolve();
    await drawnCharts(output);
    await images.first().waitFor({ state: 'detached' });
    await page.unrouteAll();
    await session.screenshot('lab-after-saved-images');
    await command(page, 'apputils:change-theme', { theme: 'JupyterLab Light' });
    await output.locator('[data-theme=light]').first().waitFor();
    // The texts of the view that come with its data, such as the counts of points, are part of its height.
    await until(async () => Math.abs((await height()) - before) <= 2, `a height of ${before} pixels`);
  });

  test('the output of a duplicated cell shows its saved charts until its view is loaded', async () => {
    const { page } = session;
    await page.locator('.jp-NotebookPanel .jp-Cell').nth(1).locator('.jp-InputPrompt').click();
    // The output is higher than the notebook.
    const size = page.viewportSize()!;
    await page.setViewportSize({ ...size, height: 420 });
    await command(page, 'notebook:duplicate-below');
    const copy = session.output(2).locator('.jp-TracklensOutput');
    // JupyterLab does not scroll to the copy, whose view is loaded once it is visible.
    await copy.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await copy.locator('.jp-TracklensOutput-saved').waitFor({ state: 'detached' });
    assert.equal(await copy.getByRole('grid', { name: 'Experiments' }).count(), 1);
    await drawnCharts(copy);
    await page.setViewportSize(size);
    await command(page, 'notebook:undo-cell-action');
    await copy.waitFor({ state: 'detached' });
  });

  test('with the service stopped the snapshot is drawn, with its date and the remedy', async () => {
    await service.stop();
    await session.open('report.ipynb');
    const output = session.output(0);
    await output
      .getByText(/cannot be reached/)
      .first()
      .waitFor();
    assert.deepEqual(await seriesCounts(output), [1, 1]);
    await output
      .getByText(/snapshot of/i)
      .first()
      .waitFor();
    assert.ok(
      (await seriesCounts(session.output(1))).some((count) => count === 3),
      'three experiments in one chart',
    );
    await session.screenshot('lab-service-stopped');
  });

  test('an export to HTML shows the chart as an image without the extension', async () => {
    const { python, env } = await pythonEnvironment();
    await execute(python, ['-m', 'nbconvert', '--to', 'html', '--log-level=ERROR', file], { env });
    const html = await readFile(file.replace('.ipynb', '.html'), 'utf8');
    const images = [...html.matchAll(/src="data:image\/svg\+xml;base64,([^"]+)"/g)].map(([, text]) =>
      Buffer.from(text!, 'base64').toString(),
    );
    assert.ok(
      images.filter((svg) => svg.includes('stroke-linecap="round"')).length >= 4,
      'two metrics in each of two outputs',
    );
    assert.ok(
      images.some((svg) => svg.includes('>gamma<')),
      'the legend names the experiments',
    );
    const opened = await session.page.context().newPage();
    await opened.goto(`file://${file.replace('.ipynb', '.html')}`);
    const drawn = await opened
      .locator('img[alt^="Chart of loss over step: "]')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth > 300));
    assert.deepEqual(drawn, [true, true]);
    await opened.screenshot({ path: session.screenshotFile('nbconvert') });
    await opened.close();
  });

  test('broken payloads are reported, and nothing in them becomes markup', async () => {
    const payload = structuredClone((saved[0]![0]!.data as Record<string, unknown>)[viewMimeType]) as Record<
      string,
      unknown
    >;
    await writeNotebook(path.join(session.notebookFolder, 'broken.ipynb'), [
      { source: '1', outputs: [displayOutput({ [viewMimeType]: { target: { kind: 'nothing' } } })] },
      { source: '2', outputs: [displayOutput({ [viewMimeType]: [1, 2] })] },
      {
        source: '3',
        outputs: [displayOutput({ [viewMimeType]: { target: { kind: 'experiment', experimentKey: '../x' } } })],
      },
      { source: '4', outputs: [displayOutput({ [viewMimeType]: { ...payload, snapshot: { chart: 'no' } } })] },
      {
        source: '5',
        outputs: [
          displayOutput({
            [viewMimeType]: {
              target: {
                kind: 'project',
                workspace: '<img src=x onerror="document.title=1">',
                projectName: '<script>1</script>',
              },
            },
          }),
        ],
      },
      {
        source: '6',
        outputs: [
          displayOutput({
            [viewMimeType]: { ...payload, url: 'javascript:alert(1)' },
            'text/html':
              '<img alt="Chart" src="x" onerror="document.title=1">' +
              '<script>document.title=1</script><svg onload="document.title=1"></svg>',
          }),
        ],
      },
    ]);
    await session.openNext('broken.ipynb');
    for (const cell of [0, 1, 2]) {
      await session
        .output(cell)
        .getByText(/The saved view .*Run the cell again/)
        .waitFor();
    }
    for (const cell of [3, 4])
      await session.output(cell).getByText('Trust the notebook to read it from the service.').waitFor();
    assert.deepEqual(await seriesCounts(session.output(5)), [1, 1]);
    assert.equal(await session.page.locator('.jp-OutputArea a[href^="javascript:"]').count(), 0);
    assert.equal(await session.page.locator('.jp-OutputArea img[src="x"], .jp-OutputArea script').count(), 0);
    assert.doesNotMatch(await session.page.title(), /^1$/);
    await session.screenshot('lab-broken-payloads');
  });

  test('the key is in none of it', async () => {
    const notebooks = await Promise.all(
      ['report.ipynb', 'received.ipynb'].map((name) => readFile(path.join(session.notebookFolder, name), 'utf8')),
    );
    assert.equal((await session.everything()).includes(secretKey), false);
    assert.equal(notebooks.join().includes(secretKey), false);
  });
});

import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { API, APIExperiment } from '@tracklens/core';
import { readViewPayload, type ViewPayload, viewMimeType } from '@tracklens/core/display';
import { pinnedEnvironment } from '../../scripts/pinned-environment.ts';
import { installedWheel } from '../../scripts/setup.ts';
import { openChromium } from '../chromium.ts';
import { until } from '../until.ts';
import { drawnCharts } from './drawn-charts.ts';
import { type JupyterSession, jupyterHost, openSession } from './jupyter-session.ts';
import { type SavedOutput, writeNotebook } from './notebook-file.ts';
import { type SeededService, secretKey, seededService } from './seeded-service.ts';

/** Part of the application that these tests read. */
interface Jupyter {
  ownWrites: number;
  readonly jupyterapp: {
    readonly shell: {
      readonly currentWidget: {
        readonly context: {
          readonly model: {
            readonly collaborative: boolean;
            readonly sharedModel: {
              getCell(index: number): { source: string; canUndo(): boolean; undo(): void };
              readonly awareness: { getLocalState(): { readonly tracklensFollows?: readonly string[] } | null };
              readonly ydoc: {
                on(event: 'afterTransaction', listener: (transaction: { readonly local: boolean }) => void): void;
              };
            };
            toJSON(): { readonly cells: readonly { readonly outputs?: readonly SavedOutput[] }[] };
          };
        };
      };
    };
  };
}

/** Returns the payload of the view in the first cell, as the page has it. */
async function payloadIn({ page }: JupyterSession): Promise<ViewPayload> {
  const cells = await page.evaluate(
    () => (globalThis as unknown as Jupyter).jupyterapp.shell.currentWidget.context.model.toJSON().cells,
  );
  return payloadOf(cells[0]?.outputs);
}

function payloadOf(outputs: readonly SavedOutput[] = []): ViewPayload {
  const output = outputs.find(({ data }) => data?.[viewMimeType] !== undefined);
  const read = readViewPayload(output?.data?.[viewMimeType]);
  assert.ok(read.ok, JSON.stringify(read));
  return read.payload;
}

const isRunning = ({ snapshot }: ViewPayload) => snapshot?.experiments[0]?.metadata.running;

/** Returns the source of the second cell. */
const sourceIn = ({ page }: JupyterSession) =>
  page.evaluate(
    () => (globalThis as unknown as Jupyter).jupyterapp.shell.currentWidget.context.model.sharedModel.getCell(1).source,
  );

/** Changes the source of the second cell, as a user does. */
async function edit({ page }: JupyterSession, source: string): Promise<void> {
  await page.evaluate((text) => {
    (globalThis as unknown as Jupyter).jupyterapp.shell.currentWidget.context.model.sharedModel.getCell(1).source =
      text;
  }, source);
}

/**
 * Undoes one step of the second cell, whose steps are those of its notebook or its own. Returns whether there was one.
 */
const undo = ({ page }: JupyterSession) =>
  page.evaluate(() => {
    const { sharedModel } = (globalThis as unknown as Jupyter).jupyterapp.shell.currentWidget.context.model;
    const cell = sharedModel.getCell(1);
    const could = cell.canUndo();
    cell.undo();
    return could;
  });

/** Counts the changes of the document that a page makes itself. */
async function countWrites({ page }: JupyterSession): Promise<void> {
  await page.evaluate(() => {
    const jupyter = globalThis as unknown as Jupyter;
    jupyter.ownWrites = 0;
    const saved = () => JSON.stringify(jupyter.jupyterapp.shell.currentWidget.context.model.toJSON().cells[0]?.outputs);
    let before = saved();
    jupyter.jupyterapp.shell.currentWidget.context.model.sharedModel.ydoc.on('afterTransaction', ({ local }) => {
      const now = saved();
      if (local && now !== before) jupyter.ownWrites++;
      before = now;
    });
  });
}

const writesOf = ({ page }: JupyterSession) => page.evaluate(() => (globalThis as unknown as Jupyter).ownWrites);

/** Whether a page follows the run of an output, which it learns from the first data that it reads. */
const isFollowing = ({ page }: JupyterSession) =>
  page.evaluate(() => {
    const { sharedModel } = (globalThis as unknown as Jupyter).jupyterapp.shell.currentWidget.context.model;
    return (sharedModel.awareness.getLocalState()?.tracklensFollows ?? []).length > 0;
  });

/** Returns the title of the open tab of the view. */
const openTab = (session: JupyterSession) => session.output(0).getByRole('tab', { selected: true }).innerText();

describe('two people with one notebook', () => {
  const stack = new AsyncDisposableStack();
  let service: SeededService;
  let first: JupyterSession;
  let second: JupyterSession;
  let run: APIExperiment;

  before(async () => {
    const environment = await installedWheel(
      await pinnedEnvironment(path.join(import.meta.dirname, 'collaboration.txt')),
    );
    service = await seededService();
    stack.defer(() => service.remove());
    const api = new API({ url: service.url, apiKey: secretKey });
    run = await APIExperiment.create({ api, workspace: 'local', projectName: 'training' });
    await run.logMetrics({ loss: 2 }, { step: 0 });
    const host = await jupyterHost(stack, { env: service.env, environment });
    const file = path.join(host.notebookFolder, 'training.ipynb');
    await writeNotebook(file, [`import tracklens\ntracklens.display("${run.key}", tab="charts")`, '1']);
    first = await openSession(host);
    const browser = await openChromium(stack);
    const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
    stack.defer(() => context.close());
    second = await openSession({ ...host, context });
    for (const session of [first, second]) await session.open('training.ipynb');
  });
  after(() => stack.disposeAsync());

  test('both see the output, and the tab of one is not that of the other', async () => {
    await first.runAll();
    await drawnCharts(first.output(0));
    // Outputs that another person made are not trusted.
    await second.output(0).getByText('This notebook is not trusted').waitFor();
    await drawnCharts(second.output(0));
    await second.output(0).getByRole('tab', { name: 'Metrics', exact: true }).click();
    assert.equal(await openTab(second), 'Metrics');
    assert.equal(await openTab(first), 'Charts');
  });

  test('one of them stores the ended run, and both have it', async () => {
    for (const session of [first, second]) await countWrites(session);
    for (let step = 1; step < 20; step++) await run.logMetrics({ loss: 1 / step }, { step });
    await until(() => isFollowing(first), 'the page that ran the cell to follow the run');
    await edit(first, '0');
    await until(async () => (await sourceIn(second)) === '0', 'the edit in both pages');
    await run.end();
    for (const session of [first, second]) {
      await until(async () => isRunning(await payloadIn(session)) === false, 'the ended run in the output');
    }
    const writes = await Promise.all([first, second].map(writesOf));
    assert.equal(writes.filter((count) => count > 0).length, 1, writes.join(' '));
  });

  test('the stored run is no step to undo, and the edit before it still is', async () => {
    assert.equal(await undo(first), true, 'there is an edit to undo');
    for (const session of [first, second]) {
      await until(async () => (await sourceIn(session)) === '1', 'the source before the edit');
      assert.equal(isRunning(await payloadIn(session)), false);
    }
  });
});

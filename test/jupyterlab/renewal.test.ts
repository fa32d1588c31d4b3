import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { API, APIExperiment } from '@tracklens/core';
import { readViewPayload, type ViewPayload, viewMimeType } from '@tracklens/core/display';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { Locator } from 'playwright-core';
import { until } from '../until.ts';
import { drawnCharts, seriesCounts } from './drawn-charts.ts';
import type { JupyterSession } from './jupyter-session.ts';
import { command } from './lab-page.ts';
import { type SavedOutput, savedOutputs, writeNotebook } from './notebook-file.ts';
import { type SeededService, secretKey } from './seeded-service.ts';
import { sharedLab } from './shared-lab.ts';

const stepCount = 40;
/** Number of steps that are logged before a pause. */
const firstSteps = 20;

/** A run that is displayed before its training loop, which waits for a file, and in its middle for another one. */
const training = [
  `import os
for name, own in [("COMET_URL_OVERRIDE", "SERVICE_URL_OVERRIDE"), ("COMET_API_KEY", "SERVICE_API_KEY")]:
    os.environ[name] = os.environ[own]
import time, comet_ml, tracklens
run = comet_ml.start(workspace="local", project_name="training", experiment_config=comet_ml.ExperimentConfig(
    log_code=False, log_graph=False, log_git_metadata=False, log_git_patch=False, log_env_details=False, auto_output_logging=False))
run.log_metric("loss", 2.0, step=0)
tracklens.display(run, tab="charts")`,
  `while not os.path.exists("start"):
    time.sleep(0.1)
for step in range(1, ${firstSteps}):
    run.log_metric("loss", 1 / step, step=step)
while not os.path.exists("continue"):
    time.sleep(0.1)
for step in range(${firstSteps}, ${stepCount}):
    run.log_metric("loss", 1 / step, step=step)
run.end()`,
];

/** Part of the application that these tests read. */
interface Jupyter {
  readonly jupyterapp: {
    readonly shell: {
      readonly currentWidget: {
        readonly content: { readonly activeCellIndex: number };
        readonly context: {
          readonly model: {
            readonly dirty: boolean;
            readonly sharedModel: { canUndo(): boolean };
            toJSON(): { readonly cells: readonly { readonly outputs?: readonly SavedOutput[] }[] };
          };
        };
      };
    };
  };
}

interface NotebookState {
  readonly outputs: readonly (readonly SavedOutput[])[];
  readonly isUnsaved: boolean;
  readonly canUndo: boolean;
  readonly activeCell: number;
}

/** Returns the state of the active notebook in the page. */
async function notebookState(session: JupyterSession): Promise<NotebookState> {
  return await session.page.evaluate(() => {
    const { content, context } = (globalThis as unknown as Jupyter).jupyterapp.shell.currentWidget;
    return {
      outputs: context.model.toJSON().cells.map((cell) => cell.outputs ?? []),
      isUnsaved: context.model.dirty,
      canUndo: context.model.sharedModel.canUndo(),
      activeCell: content.activeCellIndex,
    };
  });
}

function payloadOf(output: SavedOutput | undefined): ViewPayload {
  const read = readViewPayload(output?.data?.[viewMimeType]);
  assert.ok(read.ok, JSON.stringify(read));
  return read.payload;
}

/** Returns the output of a view among the outputs of a cell, which also has what the SDK prints. */
function viewOutput(outputs: readonly SavedOutput[] | undefined): SavedOutput | undefined {
  return outputs?.find(({ data }) => data?.[viewMimeType] !== undefined);
}

/** Returns a text form of an output. A notebook stores lines. */
function form(output: SavedOutput | undefined, type: string): string {
  return [output?.data?.[type] ?? ''].flat().join('');
}

/** Returns the payload of the view in the first cell of the active notebook. */
async function currentPayload(session: JupyterSession): Promise<ViewPayload> {
  return payloadOf(viewOutput((await notebookState(session)).outputs[0]));
}

function isRunning({ snapshot }: ViewPayload): boolean | null | undefined {
  return snapshot?.experiments[0]?.metadata.running;
}

/** Returns the steps of the first metric of the first experiment. */
function savedSteps({ snapshot }: ViewPayload): readonly (number | null)[] {
  const [entry] = Object.values(snapshot?.chart ?? {});
  return entry?.metrics[0]?.steps ?? entry?.steps ?? [];
}

function handleOf(output: Locator): Locator {
  return output.getByRole('separator', { name: 'Height of the view' });
}

for (const kind of ['lab', 'notebook'] as const) {
  describe(`outputs that follow their run, in ${kind}`, () => {
    const stack = suiteCleanup();
    let service: SeededService;
    let session: JupyterSession;
    let file: string;

    before(async () => {
      // A run is stored after four polls without anything new.
      ({ service, session } = await sharedLab(stack, kind, { pollSeconds: 1 }));
      file = path.join(session.notebookFolder, 'training.ipynb');
    });

    test('a run displayed before its training loop is stored with its final curve once it has ended', async () => {
      await writeNotebook(file, training);
      await session.open('training.ipynb');
      const run = session.runAll();
      const view = session.output(0).locator('.tl-view');
      await drawnCharts(session.output(0));
      const first = await currentPayload(session);
      assert.equal(isRunning(first), true);
      await view.evaluate((element) => element.setAttribute('data-drawn-first', ''));
      await writeFile(path.join(session.notebookFolder, 'start'), '');
      // The cell is still running: what it logged is stored because nothing more arrives.
      await until(async () => savedSteps(await currentPayload(session)).at(-1) === firstSteps - 1, 'the first steps');
      assert.equal(isRunning(await currentPayload(session)), true);
      await writeFile(path.join(session.notebookFolder, 'continue'), '');
      await run;
      await until(async () => isRunning(await currentPayload(session)) === false, 'the ended run in the output');
      assert.equal((await notebookState(session)).canUndo, false, 'there is nothing to undo');
      assert.equal(
        await session.output(0).locator('.tl-view[data-drawn-first]').count(),
        1,
        'the view was not drawn again',
      );
      await session.save();
      const output = viewOutput((await savedOutputs(file))[0]);
      const payload = payloadOf(output);
      assert.equal(isRunning(payload), false);
      assert.deepEqual([savedSteps(payload)[0], savedSteps(payload).at(-1)], [0, stepCount - 1]);
      assert.deepEqual(Object.keys(output!.data!).sort(), [viewMimeType, 'image/png', 'text/html', 'text/plain']);
      const html = form(output, 'text/html');
      assert.match(html, /<img alt="Chart of loss over step: /);
      assert.match(form(output, 'text/plain'), /loss\b.*0\.0256/);
      assert.ok(form(output, 'image/png').startsWith('iVBORw0KGgo'));
      const sizes = [JSON.stringify(payload).length, html.length] as const;
      assert.ok(sizes[0] < 150_000 && sizes[1] < 50_000, `${sizes[0]} characters of payload, ${sizes[1]} of HTML`);
      assert.equal(payload.url, first.url);
    });

    test('a run that ends before its view is drawn is stored with its end, before the notebook is saved', async () => {
      const api = new API({ url: service.url, apiKey: secretKey });
      const run = await APIExperiment.create({ api, workspace: 'local', projectName: 'short' });
      await run.logMetrics({ loss: 2 }, { step: 0 });
      await writeNotebook(file, [`import tracklens\ntracklens.display("${run.key}", tab="charts")`]);
      await session.open('training.ipynb');
      await session.runAll();
      await run.setState('finished');
      await until(async () => {
        const output = viewOutput((await notebookState(session)).outputs[0]);
        return output !== undefined && isRunning(payloadOf(output)) === false;
      }, 'the ended run in the output');
      assert.deepEqual(await savedOutputs(file), [[]], 'the notebook was not saved');
    });

    test('the key is in no output, and nowhere in the page', async () => {
      assert.equal((await readFile(file, 'utf8')).includes(secretKey), false);
      assert.equal((await session.everything()).includes(secretKey), false);
      assert.deepEqual(
        session.problems().filter((problem) => /tracklens/i.test(problem)),
        [],
      );
    });
  });
}

describe('saved outputs of runs that have ended', () => {
  const stack = suiteCleanup();
  let service: SeededService;
  let session: JupyterSession;
  let file: string;

  before(async () => {
    ({ service, session } = await sharedLab(stack));
    file = path.join(session.notebookFolder, 'report.ipynb');
    await writeNotebook(file, [`import tracklens\ntracklens.display("${service.keys[1]}", tab="charts")`]);
    await session.open('report.ipynb');
    await session.runAll();
    await drawnCharts(session.output(0));
    await session.save();
  });

  test('an unchanged run is not read for another copy', async () => {
    await session.open('report.ipynb');
    const before = session.proxied().length;
    await session
      .output(0)
      .getByText(/updated/)
      .first()
      .waitFor();
    assert.deepEqual(await seriesCounts(session.output(0)), [1, 1]);
    const reads = session
      .proxied()
      .slice(before)
      .map((address) => address.replace(/\?.*/, ''));
    await session.save();
    assert.equal((await notebookState(session)).isUnsaved, false);
    const metadataReads = reads.filter((address) => address.endsWith('/experiment/metadata')).length;
    assert.ok(metadataReads <= 1, reads.join(' '));
  });

  test('the selected tab is part of the next save, then of the other forms, and does not mark the notebook as unsaved', async () => {
    await session.output(0).getByRole('tab', { name: 'Metrics', exact: true }).click();
    await until(async () => {
      assert.equal((await notebookState(session)).isUnsaved, false);
      await session.save();
      const [[output] = []] = await savedOutputs(file);
      assert.equal(payloadOf(output).state?.tab, 'metrics');
      // The other forms follow when the data of the tab are read.
      return !form(output, 'text/html').includes('<img ') && form(output, 'image/png') === '';
    }, 'the tab in all forms of the saved output');
  });

  test('the lower edge changes the height by keys and pointer, and the output stores it', async () => {
    const { page } = session;
    const output = session.output(0);
    const handle = handleOf(output);
    const height = async () => Math.round((await output.locator('.tl-view').boundingBox())!.height);
    await handle.focus();
    const natural = await height();
    assert.equal(await handle.getAttribute('aria-valuenow'), String(natural));
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'PageDown']) await handle.press(key);
    assert.equal(await height(), natural + 144);
    assert.equal(await handle.getAttribute('aria-valuenow'), String(natural + 144));
    const state = await notebookState(session);
    assert.deepEqual([state.activeCell, state.isUnsaved, state.canUndo], [0, true, false]);
    await session.save();
    assert.equal(payloadOf((await savedOutputs(file))[0]?.[0]).height, natural + 144);
    for (const theme of ['JupyterLab Dark', 'JupyterLab Dark High Contrast', 'JupyterLab Light']) {
      await command(page, 'apputils:change-theme', { theme });
      await page.locator('#jupyterlab-splash').waitFor({ state: 'detached' });
      await handle.focus();
      await session.screenshot(`lab-resize-handle-${theme.replaceAll(' ', '-').toLowerCase()}`);
    }

    const box = (await handle.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 60, { steps: 4 });
    assert.equal(await height(), natural + 84);
    // A browser cancels a drag that it takes for scrolling.
    await handle.dispatchEvent('pointercancel', { clientY: y - 60 });
    await page.mouse.up();
    assert.equal(await height(), natural + 144);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 60, { steps: 4 });
    await page.mouse.up();
    assert.equal(await height(), natural + 84);
    await session.save();
    assert.equal(payloadOf((await savedOutputs(file))[0]?.[0]).height, natural + 84);
    await handle.press('Enter');
    assert.equal(await height(), natural);
    await session.save();
    assert.equal(payloadOf((await savedOutputs(file))[0]?.[0]).height, undefined);
  });

  test('two views of an output share its saved form, and a cleared output is not written again', async () => {
    await command(session.page, 'notebook:create-output-view');
    const other = session.page.locator('.jp-LinkedOutputView');
    await other.getByRole('tab', { name: 'Charts', exact: true }).click();
    await session.page.locator('.lm-TabBar-tab', { hasText: 'report.ipynb' }).first().click();
    await until(async () => {
      await session.save();
      return (await currentPayload(session)).state?.tab === 'charts';
    }, 'the state of the other view in the output');
    await other.getByRole('tab', { name: 'Parameters', exact: true }).click();
    await session.page.locator('.lm-TabBar-tab', { hasText: 'report.ipynb' }).first().click();
    await command(session.page, 'notebook:clear-all-cell-outputs');
    await session.save();
    assert.deepEqual(await savedOutputs(file), [[]]);
  });

  test('a run that ends while its view is hidden is stored with its end', async () => {
    const api = new API({ url: service.url, apiKey: secretKey });
    const run = await APIExperiment.create({ api, workspace: 'local', projectName: 'hidden' });
    await run.logMetrics({ loss: 2 }, { step: 0 });
    const hidden = path.join(session.notebookFolder, 'hidden.ipynb');
    await writeNotebook(hidden, [
      `import tracklens\ntracklens.display("${run.key}", tab="charts")`,
      'import os, time\nwhile not os.path.exists("ended"):\n    time.sleep(0.1)',
    ]);
    await session.openNext('hidden.ipynb');
    const cells = session.runAll();
    await drawnCharts(session.output(0));
    await command(session.page, 'launcher:create');
    await until(async () => !(await session.page.locator('.jp-NotebookPanel .tl-view').isVisible()), 'a hidden view');
    await run.logMetrics({ loss: 1 }, { step: 1 });
    await run.end();
    await writeFile(path.join(session.notebookFolder, 'ended'), '');
    await cells;
    await until(async () => {
      await command(session.page, 'docmanager:save-all');
      return isRunning(payloadOf(viewOutput((await savedOutputs(hidden))[0]))) === false;
    }, 'the ended run in the file');
    assert.equal(savedSteps(payloadOf(viewOutput((await savedOutputs(hidden))[0]))).at(-1), 1);
  });

  test('a notebook that cannot be saved is not changed', async () => {
    const { page } = session;
    await writeNotebook(file, [`import tracklens\ntracklens.display("${service.keys[1]}", tab="charts")`]);
    await session.openNext('report.ipynb');
    await session.runAll();
    await drawnCharts(session.output(0));
    await session.save();
    const contents = /\/api\/contents\/report\.ipynb\?/;
    await page.route(contents, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), writable: false } });
    });
    await session.openNext('report.ipynb');
    await drawnCharts(session.output(0));
    const before = await currentPayload(session);
    await session.output(0).getByRole('tab', { name: 'Metrics', exact: true }).click();
    await handleOf(session.output(0)).press('ArrowDown');
    assert.deepEqual(await currentPayload(session), before);
    assert.equal((await notebookState(session)).isUnsaved, false);
    await page.unroute(contents);
  });

  test('an untrusted notebook is not changed', async () => {
    const received = path.join(session.notebookFolder, 'received.ipynb');
    const target = { kind: 'experiment', experimentKey: service.keys[1] };
    const data = { [viewMimeType]: { target, state: { version: 1, tab: 'charts' } }, 'text/plain': 'old' };
    const output = { output_type: 'display_data', metadata: {}, data };
    await writeNotebook(received, [{ source: '1', outputs: [output] }]);
    await session.openNext('received.ipynb');
    await session.output(0).getByText('Trust the notebook to read it from the service.').waitFor();
    await handleOf(session.output(0)).press('ArrowDown');
    await session.save();
    const [[saved] = []] = await savedOutputs(received);
    assert.deepEqual(saved?.data?.[viewMimeType], data[viewMimeType]);
    assert.deepEqual(Object.keys(saved?.data ?? {}), Object.keys(data));
  });
});

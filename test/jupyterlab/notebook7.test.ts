import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type JupyterSession, jupyterSession } from './jupyter-session.ts';
import { writeNotebook } from './notebook-file.ts';
import { type SeededService, secretKey, seededService } from './seeded-service.ts';
import { seriesCounts } from './seen.ts';

describe('Notebook 7', () => {
  let service: SeededService;
  let session: JupyterSession;

  before(async () => {
    service = await seededService();
    session = await jupyterSession({ env: service.env, interface: 'notebook' });
    await writeNotebook(path.join(session.notebookFolder, 'display.ipynb'), [
      `import tracklens\ntracklens.display("${service.keys[1]}", tab="charts")`,
      `%load_ext tracklens\n%tracklens project ${service.workspace} ${service.projectName}`,
    ]);
    await session.open('display.ipynb');
  });
  after(async () => {
    await session?.close();
    await service?.remove();
  });

  test('the same wheel draws the same view', async () => {
    await session.runAll();
    assert.deepEqual(await seriesCounts(session.output(0)), [1, 1]);
    await session.screenshot('notebook7-cell');
  });

  test('the magic draws a project', async () => {
    const output = session.output(1).locator('.jp-TracklensOutput');
    await output.getByText('gamma', { exact: true }).first().waitFor();
    assert.ok((await seriesCounts(output)).includes(3));
  });

  test('a command opens a panel beside the document', async () => {
    await session.page.evaluate((experimentKey) => {
      const { commands } = (
        globalThis as unknown as { jupyterapp: { commands: { execute(id: string, args: unknown): Promise<unknown> } } }
      ).jupyterapp;
      void commands.execute('tracklens:open-experiment', { experimentKey });
    }, service.keys[2]);
    const panel = session.page.locator('.jp-TracklensPanel');
    assert.deepEqual(await seriesCounts(panel), [1, 1]);
    await session.screenshot('notebook7-panel');
  });

  test('the key is nowhere', async () => {
    assert.equal((await session.everything()).includes(secretKey), false);
  });
});

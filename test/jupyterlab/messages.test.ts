import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { suiteCleanup, temporaryFolder } from '@tracklens/core/test-support';
import { startService } from '@tracklens/server';
import { freePort } from '../../scripts/free-port.ts';
import { type JupyterSession, jupyterSession } from './jupyter-session.ts';
import { bringToFront, command, showSidebar, tree } from './lab-page.ts';
import { writeNotebook } from './notebook-file.ts';
import { type SeededService, secretKey } from './seeded-service.ts';
import { sharedLab } from './shared-lab.ts';

/** Messages for mistakes and failures: each is one sentence with a remedy, appears soon, and has no traceback. */
const calls = {
  experiment: (key: string) => `import tracklens\ntracklens.display("${key}")`,
  project: 'import tracklens\ntracklens.display_project("local", "absent")',
  tab: (key: string) => `import tracklens\ntracklens.display("${key}", tab="chartz")`,
};

async function errorText(session: JupyterSession, cell: number): Promise<string> {
  const error = session
    .output(cell)
    .locator('[data-mime-type="application/vnd.jupyter.stderr"], [data-mime-type="application/vnd.jupyter.error"]');
  await error.first().waitFor();
  return (await error.first().innerText()).trim();
}

async function errorTexts(session: JupyterSession, cells: readonly string[]): Promise<string[]> {
  await writeNotebook(path.join(session.notebookFolder, 'calls.ipynb'), cells);
  await session.open('calls.ipynb');
  await session.runAll();
  const messages: string[] = [];
  for (const index of cells.keys()) messages.push(await errorText(session, index));
  return messages;
}

describe('with a service that is started later and rejects the key', () => {
  const stack = suiteCleanup();
  let port: number;
  let session: JupyterSession;
  before(async () => {
    port = await freePort();
    const SERVICE_URL_OVERRIDE = `http://127.0.0.1:${port}/clientlib/`;
    session = await jupyterSession({ env: { SERVICE_URL_OVERRIDE, SERVICE_API_KEY: 'notTheKey' } });
    stack.defer(() => session.close());
  });

  test('a cell reports that it cannot be reached', async () => {
    const [message] = await errorTexts(session, [calls.experiment('abc123')]);
    assert.match(message!, new RegExp(`The service http://127\\.0\\.0\\.1:${port} cannot be reached\\.\\s+Start it`));
  });

  test('signing out of it says where it is set', async () => {
    await command(session.page, 'tracklens:sign-out');
    const text = `“127.0.0.1:${port}” is set by the environment or a settings file. Change it there, or sign in to`;
    await session.page.locator('.Toastify__toast', { hasText: text }).waitFor();
  });

  test('a panel says the same and can retry', async () => {
    const { page } = session;
    await command(page, 'tracklens:open-project', { workspace: 'local', projectName: 'vision' });
    const panel = page.locator('.jp-TracklensPanel');
    await panel
      .getByText(/cannot be reached/)
      .first()
      .waitFor();
    await panel.getByRole('button', { name: 'Retry' }).first().waitFor();
    await session.screenshot('lab-unreachable');
    assert.equal((await session.everything()).includes('notTheKey'), false);
  });

  test('once it is started, cell and tree say where the key came from and how to set another', async () => {
    const service = await startService({ dataFolder: await temporaryFolder(stack), apiKey: secretKey, port });
    stack.defer(() => service.close());
    const { page } = session;
    await bringToFront(page, 'calls.ipynb');
    await session.runAll();
    await session.output(0).getByText('does not accept the API key').waitFor();
    assert.match(
      await errorText(session, 0),
      /does not accept the API key \(found in the environment \(SERVICE_API_KEY\)\)\.\s+Set a valid key/,
    );
    await showSidebar(page);
    const problem = tree(page, 'Experiments').locator('[data-kind=problem]');
    await problem.waitFor();
    assert.match(await problem.innerText(), /API key/);
    assert.equal((await session.everything()).includes('notTheKey'), false);
  });
});

describe('with unknown names', () => {
  const stack = suiteCleanup();
  let service: SeededService;
  let session: JupyterSession;
  before(async () => {
    ({ service, session } = await sharedLab(stack));
  });

  test('experiment, project, key and tab: the message names each, with the remedy', async () => {
    const [experiment, project, key, tab] = await errorTexts(session, [
      calls.experiment('0123456789abcdef'),
      calls.project,
      calls.experiment('not/a key'),
      calls.tab(service.keys[0]!),
    ]);
    assert.match(experiment!, /has no experiment '0123456789abcdef'\.\s+Give its key/);
    assert.match(project!, /does not know the project local\/absent/);
    assert.match(key!, /has no experiment 'not\/a key'\.\s+Give its key/);
    assert.match(tab!, /There is no tab 'chartz'\. Did you mean 'charts'\?\s+The tabs are artifacts, assets, .*charts/);
  });

  test('a script that catches the error gets it as an exception', async () => {
    await writeNotebook(path.join(session.notebookFolder, 'caught.ipynb'), [
      'import tracklens\ntry:\n    tracklens.display("0123456789abcdef")\nexcept tracklens.TracklensError as error:\n    print("caught", error.remedy)',
    ]);
    await session.openNext('caught.ipynb');
    await session.runAll();
    await session.output(0).getByText('caught Give its key').waitFor();
  });
});

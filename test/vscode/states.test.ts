import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { pane, runCommand, showSideBar } from './editor.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

describe('an editor whose service is not well', { timeout: 600_000 }, () => {
  const asked: string[] = [];
  let status = 500;
  const service = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ msg: 'no', code: status, data: null, sdk_error_code: 0 }));
  });
  let port: number;
  let editor: Workbench;

  before(async () => {
    await once(service.listen(0, '127.0.0.1'), 'listening');
    port = (service.address() as AddressInfo).port;
    editor = await startWorkbench({
      env: { SERVICE_URL_OVERRIDE: `http://127.0.0.1:${port}/clientlib/`, SERVICE_API_KEY: 'key' },
    });
  });

  after(async () => {
    await editor?.close();
    service.close();
    service.closeAllConnections();
  });

  test('activation asks nothing', async () => {
    await runCommand(editor.page, 'Tracklens: Show Log');
    await editor.page.locator('.panel .action-label', { hasText: 'Output' }).first().waitFor();
    assert.deepEqual(asked, []);
  });

  test('an error of the service: the tree offers to try again and to look at the log', async () => {
    await showSideBar(editor.page);
    await says(editor, 'answered with an error', ['Try again', 'Show the log']);
    assert.ok(asked.length > 0);
  });

  test('no answer: the tree offers to try again, another service, demo data', async () => {
    service.close();
    service.closeAllConnections();
    await pane(editor.page, 'Experiments').getByRole('button', { name: 'Try again' }).click();
    await says(editor, 'does not answer', ['Try again', 'Sign in to another service', 'Try with demo data']);
    await editor.screenshot('unreachable');
  });

  test('a key that is refused: the tree offers to sign in', async () => {
    status = 401;
    await once(service.listen(port, '127.0.0.1'), 'listening');
    await pane(editor.page, 'Experiments').getByRole('button', { name: 'Try again' }).click();
    await says(editor, 'refuses the API key', ['Sign in']);
  });
});

async function says({ page }: Workbench, text: string, buttons: readonly string[]): Promise<void> {
  const welcome = pane(page, 'Experiments').locator('.welcome-view');
  await welcome.filter({ hasText: text }).waitFor();
  for (const name of buttons) await welcome.getByRole('button', { name, exact: true }).waitFor();
}

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { expand, frameWith, pane, row, showSideBar } from './editor.ts';
import { descendants, startWorkbench, type Workbench } from './workbench.ts';

describe('demo data in an editor without any account', { timeout: 600_000 }, () => {
  let editor: Workbench;

  before(async () => {
    editor = await startWorkbench();
  });

  after(() => editor?.close());

  test('before anybody asks, nothing runs', async () => {
    await showSideBar(editor.page);
    await pane(editor.page, 'Experiments').getByRole('button', { name: 'Try with demo data' }).waitFor();
    assert.deepEqual(await services(editor), []);
    await editor.screenshot('welcome');
  });

  test('one click starts the service and shows the recorded sweep', async () => {
    const { page } = editor;
    await pane(page, 'Experiments').getByRole('button', { name: 'Try with demo data' }).click();
    await expand(page, 'Experiments', 'demo');
    await expand(page, 'Experiments', 'digits');
    await page.locator('.monaco-list-row .codicon-pass').first().waitFor({ timeout: 60_000 });
    assert.equal((await services(editor)).length, 1);
    await row(page, 'Experiments', 'digits').hover();
    await row(page, 'Experiments', 'digits').locator('.action-label[aria-label="Open"]').click();
    await frameWith(page, '[data-series]');
    await editor.screenshot('demo-project');
  });

  test('the service dies with the extension host, even when that is killed', async () => {
    const [service] = await services(editor);
    const [host] = await editor.extensionHosts();
    assert.ok(service && host);
    process.kill(host, 'SIGKILL');
    await until(() => !alive(service), 10_000);
  });
});

function services(editor: Workbench): Promise<number[]> {
  return descendants(editor.serverPid, 'tracklens.mjs');
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(condition: () => boolean, timeoutMillis: number): Promise<void> {
  const end = Date.now() + timeoutMillis;
  while (!condition()) {
    assert.ok(Date.now() < end, `not within ${timeoutMillis} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

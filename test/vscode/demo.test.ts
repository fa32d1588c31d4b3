import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isRunning } from '../../scripts/is-running.ts';
import { activeTab, actUntil, expand, frameWith, pane, row, shortTimeout, showSideBar, until } from './editor.ts';
import { sharedEditor, suiteMillis } from './started-editor.ts';
import { descendants, type Workbench } from './workbench.ts';

describe('demo data in an editor without any account', { timeout: suiteMillis }, () => {
  const started = sharedEditor(() => ({ connected: false }));

  test('nothing runs before it is requested', async () => {
    const { editor, page } = started();
    await showSideBar(page);
    await pane(page, 'Experiments').getByRole('button', { name: 'Try with Demo Data' }).waitFor();
    assert.deepEqual(await services(editor), []);
    await editor.screenshot('welcome');
  });

  test('one click starts the service and shows the recorded sweep', async () => {
    const { editor, page } = started();
    await actUntil(page, row(page, 'Experiments', 'demo'), () =>
      pane(page, 'Experiments').getByRole('button', { name: 'Try with Demo Data' }).click(shortTimeout),
    );
    await expand(page, 'Experiments', 'demo');
    await expand(page, 'Experiments', 'digits');
    await page.locator('.monaco-list-row .codicon-pass').first().waitFor();
    assert.equal((await services(editor)).length, 1);
    const project = row(page, 'Experiments', 'digits');
    await actUntil(page, activeTab(page, 'digits'), async () => {
      await project.hover(shortTimeout);
      await project.locator('.action-label[aria-label="Open"]').click(shortTimeout);
    });
    await frameWith(page, '[data-series]');
    await editor.screenshot('demo-project');
  });

  test('the service ends some time after its last window, even when the extension host is killed', async () => {
    const { editor, page } = started();
    const [service] = await services(editor);
    const [host] = await editor.extensionHosts();
    assert.ok(service && host);
    // An open window would start another extension host. A stopped process cannot end by itself when its window closes.
    process.kill(host, 'SIGSTOP');
    await page.goto('about:blank');
    process.kill(host, 'SIGKILL');
    await until(async () => !isRunning(service), 'the service to end after its window');
  });
});

function services(editor: Workbench): Promise<number[]> {
  return descendants(editor.serverPid, 'tracklens.mjs');
}

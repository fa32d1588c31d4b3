import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { actUntil, notification, pane, pressButton, runCommand, shortTimeout, showSideBar, signIn } from './editor.ts';
import { everyCommandBinding, runEveryCommand } from './every-command.ts';
import { editorAlone, suiteMillis } from './started-editor.ts';

/** The service takes requests and never answers. */
const silent = 0;

describe('an editor whose service fails', { timeout: suiteMillis }, () => {
  const asked: string[] = [];
  let status = 500;
  const service = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (status === silent) return;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ msg: 'no', code: status, data: null, sdk_error_code: 0 }));
  });
  let port: number;

  const started = editorAlone(async (stack) => {
    await once(service.listen(0, '127.0.0.1'), 'listening');
    stack.defer(() => {
      service.close();
      service.closeAllConnections();
    });
    port = (service.address() as AddressInfo).port;
    return {
      env: { SERVICE_URL_OVERRIDE: `http://127.0.0.1:${port}/clientlib/`, SERVICE_API_KEY: 'key' },
      keyBindings: everyCommandBinding,
      restoring: true,
    };
  });

  test('the log opens, also while the window is being restored; activation sends no request', async () => {
    const { page } = started();
    await runCommand(page, 'Tracklens: Show Log');
    await page.locator('.panel .action-label', { hasText: 'Output' }).first().waitFor();
    assert.deepEqual(asked, []);
  });

  test('an error of the service: the tree offers to try again and to look at the log', async () => {
    const { page } = started();
    await showSideBar(page);
    await says(page, 'answered with an error', ['Try Again', 'Show the Log']);
    assert.ok(asked.length > 0);
  });

  test('no response: the tree offers Retry, another service, and demo data', async () => {
    const { editor, page } = started();
    service.close();
    service.closeAllConnections();
    await tryAgain(page, 'does not respond', ['Try Again', 'Sign In to Another Service', 'Try with Demo Data']);
    await editor.screenshot('unreachable');
  });

  test('each command asks for something or says what it needs without a response', async () => {
    await runEveryCommand(started().editor, 'offline');
  });

  test('a key that is rejected: the tree offers to sign in', async () => {
    const { page } = started();
    status = 401;
    await once(service.listen(port, '127.0.0.1'), 'listening');
    await tryAgain(page, 'rejects the API key', ['Sign In']);
  });

  test('a sign-in without a response can be cancelled', async () => {
    const { editor, page } = started();
    status = silent;
    await signIn(page, `http://127.0.0.1:${port}`, 'key');
    const connecting = notification(page, 'Connecting to');
    await connecting.waitFor();
    await editor.screenshot('connecting');
    await pressButton(page, connecting, 'Cancel');
    assert.equal(await notification(page, 'did not respond').count(), 0);
  });
});

describe('an editor with a workspace whose address differs from that of the key', {
  timeout: suiteMillis,
}, () => {
  const asked: string[] = [];
  const service = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    response.end('{}');
  });
  let url: string;

  const started = editorAlone(async (stack) => {
    await once(service.listen(0, '127.0.0.1'), 'listening');
    stack.defer(() => void service.close());
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    return {
      env: { SERVICE_API_KEY: 'key' },
      files: { '.service.config': `[service]\nurl_override = ${url}\n` },
    };
  });

  test('nothing is sent, the tree reports it, and the reason names both files', async () => {
    const { editor, page } = started();
    await showSideBar(page);
    await says(page, 'settings that name the service cannot be used', ['Sign In', 'Try with Demo Data']);
    const reason = notification(page, `is not sent to ${url}`);
    const welcome = pane(page, 'Experiments').locator('.welcome-view');
    await actUntil(page, reason, () => welcome.getByRole('button', { name: 'Show the Reason' }).click(shortTimeout));
    const text = await reason.textContent();
    assert.ok(text?.includes('the environment (SERVICE_API_KEY)'), text ?? '');
    assert.ok(text?.includes('.service.config'), text ?? '');
    await editor.screenshot('misconfigured');
    assert.deepEqual(asked, []);
  });
});

async function tryAgain(page: Page, text: string, buttons: readonly string[]): Promise<void> {
  const welcome = pane(page, 'Experiments').locator('.welcome-view');
  await actUntil(page, welcome.filter({ hasText: text }), () =>
    welcome.getByRole('button', { name: 'Try Again' }).click(shortTimeout),
  );
  await says(page, text, buttons);
}

async function says(page: Page, text: string, buttons: readonly string[]): Promise<void> {
  const welcome = pane(page, 'Experiments').locator('.welcome-view');
  await welcome.filter({ hasText: text }).waitFor();
  for (const name of buttons) await welcome.getByRole('button', { name, exact: true }).waitFor();
}

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { inRoot } from '../../scripts/folders.ts';
import { frameWith, openFile } from './editor.ts';
import { savedNotebook, savedPayload } from './saved-notebook.ts';
import { editorAlone, sharedEditor, suiteMillis } from './started-editor.ts';

describe('saved outputs with no service anywhere', { timeout: suiteMillis }, () => {
  const started = sharedEditor(() => ({
    connected: false,
    files: {
      'saved.ipynb': savedNotebook([savedPayload]),
      'demo.ipynb': readFileSync(inRoot('examples', 'demo.ipynb'), 'utf8'),
      'broken.ipynb': savedNotebook([
        { target: { kind: 'experiment', experimentKey: '../<script>' } },
        'not even an object',
        { ...savedPayload, snapshot: { takenAtMillis: 'never' }, state: { version: 99 } },
      ]),
    },
  }));

  test('a notebook draws its charts from the snapshot and shows its date', async () => {
    const { editor, page } = started();
    await openFile(page, 'saved.ipynb');
    const frame = await frameWith(page, '[data-metric="loss"] [data-series="1"]');
    await frame.locator('[data-metric="accuracy"] [data-series="1"]').waitFor({ state: 'attached' });
    const text = await frame.locator('.tl-view').innerText();
    assert.match(text, /saved-boat/);
    assert.match(text, /Snapshot of Oct 5/);
    await editor.screenshot('saved-output');
  });

  test('the outputs of the demo notebook are drawn: one experiment, and several overlaid', async () => {
    const { editor, page } = started();
    await openFile(page, 'demo.ipynb');
    const overlaid = '[data-series]:not([data-series="0"]):not([data-series="1"])';
    const found = frameWith(page, overlaid);
    await scrolledUntil(page, found);
    const frame = await found;
    assert.ok(Number(await frame.locator(overlaid).first().getAttribute('data-series')) > 1);
    await editor.screenshot('demo-notebook');
  });

  test('a broken payload reports the error and the remedy; the others are not affected', async () => {
    const { editor, page } = started();
    await openFile(page, 'broken.ipynb');
    const frame = await frameWith(page, '[data-tracklens="problem"]');
    const problems = await frame.locator('[data-tracklens="problem"]').allInnerTexts();
    assert.equal(problems.length, 2);
    for (const problem of problems) assert.match(problem, /Run the cell again/);
    assert.equal(await frame.locator('script:has-text("../")').count(), 0);
    await editor.screenshot('broken-output');
  });
});

/**
 * Only what is seen is drawn: scrolls down until something is settled, and again from the top, each time more slowly.
 */
async function scrolledUntil(page: Page, settling: Promise<unknown>): Promise<void> {
  let settled = false;
  const end = () => {
    settled = true;
  };
  settling.then(end, end);
  await page.mouse.move(900, 500);
  for (let pauseMillis = 250; !settled; pauseMillis *= 2) {
    await page.mouse.wheel(0, -1e6);
    for (let step = 0; step < 16 && !settled; step++) {
      await page.waitForTimeout(pauseMillis);
      await page.mouse.wheel(0, 250);
    }
  }
}

describe('saved outputs in an untrusted workspace', { timeout: suiteMillis }, () => {
  const asked: string[] = [];
  const watcher = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(500).end();
  });

  const started = editorAlone(async (stack) => {
    await once(watcher.listen(0, '127.0.0.1'), 'listening');
    stack.defer(() => void watcher.close());
    const { port } = watcher.address() as AddressInfo;
    const target = { kind: 'experiment', experimentKey: 'a1b2c3d4e5f60718293a4b5c6d7e8f90', tab: 'charts' };
    return {
      workspaceTrust: true,
      env: { SERVICE_URL_OVERRIDE: `http://127.0.0.1:${port}`, SERVICE_API_KEY: 'key' },
      files: {
        'saved.ipynb': savedNotebook([savedPayload]),
        'saved.tracklens': JSON.stringify(savedPayload),
        'bare.ipynb': savedNotebook([{ target }]),
      },
    };
  });

  test('the snapshot is drawn, an output without one says why, and no request is sent', async () => {
    const { editor, page } = started();
    await openFile(page, 'saved.ipynb');
    const frame = await frameWith(page, '[data-metric="loss"] [data-series="1"]');
    await frame.locator('.tl-banner', { hasText: 'This workspace is in Restricted Mode' }).waitFor();
    await frame.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
    await editor.screenshot('untrusted-output-copy');
    await openFile(page, 'bare.ipynb');
    const bare = await frameWith(page, '.tl-notice');
    await bare.getByText('Trust the workspace to read it from the service.').waitFor();
    await editor.screenshot('untrusted-output');
    await openFile(page, 'saved.tracklens');
    await frameWith(page, '.tl-view:has-text("This file shows a saved view") [data-metric="loss"] [data-series="1"]');
    const recording = inRoot('examples', 'recording', 'digits.tracklens');
    await copyFile(recording, path.join(editor.folder, 'digits.tracklens'));
    await openFile(page, 'digits.tracklens');
    const summary = await frameWith(page, '[data-tracklens="experiments"]');
    await summary.getByText('This workspace is in Restricted Mode').waitFor();
    await summary.getByRole('link', { name: 'Manage Workspace Trust' }).waitFor();
    assert.equal(await summary.getByRole('link', { name: 'Open Recording' }).count(), 0);
    await editor.screenshot('untrusted-recording');
    assert.deepEqual(asked, []);
  });
});

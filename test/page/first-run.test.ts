import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { suiteCleanup } from '@tracklens/core/test-support';
import { inRoot } from '../../scripts/folders.ts';
import { axeViolations } from '../ui/browser.ts';
import { type PageBrowser, pageBrowser } from './page-browser.ts';

const stack = suiteCleanup();
let browser: PageBrowser;
before(async () => {
  browser = await pageBrowser(stack);
});

test('an empty service shows how to log the first run, then shows that run', async () => {
  const { page, problems, close } = await browser.open('/');
  await page.getByRole('heading', { name: 'Log your first run' }).waitFor();
  const text = (await page.locator('main').textContent()) ?? '';
  assert.ok(text.includes(`COMET_URL_OVERRIDE=${browser.service.url}/clientlib/`));
  assert.ok(text.includes(`$(cat '${browser.service.apiKeyFile}')`));
  assert.ok(!(await page.content()).includes(browser.apiKey));
  assert.deepEqual(await axeViolations(page), []);
  await page.screenshot({ path: inRoot('test', 'output', 'page', 'first-run.png') });

  const experiment = { workspaceName: 'local', projectName: 'first' };
  await browser.call('POST', '/api/rest/v2/write/experiment/create', experiment);
  await page.getByRole('link', { name: 'first', exact: true }).click();
  await page.waitForURL(`${browser.service.url}/local/first`);
  assert.deepEqual(problems, []);
  await close();
});

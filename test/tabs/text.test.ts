import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasFocus, tabStage, textOf } from './tab-stage.ts';

const { stage, show, inTab } = tabStage();

/** Returns a function that logs a text of an experiment at a step. */
const textLog = (experimentKey: string) => async (value: string, step: number) => {
  const form = new FormData();
  form.set('file', new Blob([value]), 'file');
  const query = { experimentKey, fileName: `text-${step}`, type: 'text-sample', step: String(step) };
  const path = `/api/rest/v2/write/experiment/upload-asset?${new URLSearchParams(query)}`;
  await stage.service.call('POST', path, form);
};

test('samples with their metadata, and output with errors marked and a search', () =>
  inTab('text', async (page) => {
    assert.match(await textOf(page, '.tl-text-sample'), /step 20[\s\S]*At step 20[\s\S]*temperature/);
    await page.getByRole('tab', { name: 'Output' }).click();
    await page.waitForSelector('.tl-log-line');
    const lines = await page.locator('.tl-log-text').allInnerTexts();
    assert.deepEqual(lines.slice(0, 3), ['epoch 1 loss 0.9', '100%', 'epoch 2 loss 0.5']);
    assert.equal(await page.locator('.tl-log-error').count(), 3);
    assert.equal(await page.locator('.tl-log-stderr').count(), 3);
    assert.match(await textOf(page, '.tl-log-stderr'), /standard error:/);
    await page.getByLabel('Show').selectOption('error');
    await page.waitForFunction(() => document.querySelectorAll('.tl-log-line').length === 3);
    await page.getByLabel('Show').selectOption('');
    await page.getByRole('searchbox').fill('LOSS');
    await page.waitForFunction(() => document.querySelectorAll('.tl-log mark').length === 2);
    await page.getByRole('searchbox').press('Enter');
    assert.match(await textOf(page, '[role=status]'), /2 of 2/);
    await page.emulateMedia({ forcedColors: 'active' });
    const outline = () => getComputedStyle(document.querySelector('.tl-log-current')!).outlineStyle;
    assert.equal(await page.evaluate(outline), 'solid');
    await page.getByRole('tab', { name: 'HTML' }).click();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Report' }).waitFor();
    assert.equal(await page.locator('iframe').getAttribute('sandbox'), '');
  }));

test('the list stays while a new text is read, with the search and its focus', async () => {
  const experimentKey = await stage.service.experiment();
  const log = textLog(experimentKey);
  await log('an early text', 0);
  await stage.showing(
    async (view) => {
      const { page } = view;
      await show(view, experimentKey, 'text');
      await page.getByRole('searchbox').fill('text');
      await page.locator('.tl-text-sample').waitFor();
      await log('a late text', 1);
      await page.route('**/get-asset*', (route) => route.fulfill({ status: 500 }));
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.locator('.tl-banner[data-failure=server]').waitFor();
      const isFocused = () => document.activeElement?.matches('[type=search]') ?? false;
      assert.equal(await page.locator('.tl-text-sample').count(), 1);
      await page.getByRole('searchbox').focus();
      await page.unroute('**/get-asset*');
      await log('a later text', 2);
      await page.evaluate(() => document.querySelector<HTMLButtonElement>('[aria-label=Refresh]')!.click());
      await page.getByText('a later text').waitFor();
      assert.equal(await page.locator('.tl-text-sample').count(), 3);
      assert.equal(await page.evaluate(isFocused), true);
    },
    { fresh: true, height: 1000, expected: /Failed to load resource/ },
  );
});

test('a step whose texts are being read or could not be read says so, instead of a count', async () => {
  const experimentKey = await stage.service.experiment();
  const log = textLog(experimentKey);
  for (const step of [0, 1]) await log(`text of step ${step}`, step);
  const options = {
    target: { kind: 'experiment', experimentKey, tab: 'text' },
    state: { version: 1, tabs: { text: { step: 0 } } },
  } as const;
  await stage.showing(
    async ({ page }) => {
      const count = page.locator('.tl-toolbar .tl-count');
      await page.getByText('text of step 0', { exact: true }).waitFor();
      assert.equal(await count.innerText(), '1 of 2');
      let fail = () => {};
      const isFailing = new Promise<void>((resolve) => {
        fail = resolve;
      });
      const reads = '**/get-asset*';
      await page.route(reads, async (route) => {
        await isFailing;
        await route.fulfill({ status: 500 });
      });
      const slider = page.getByRole('slider', { name: 'Step' });
      await slider.press('End');
      await page.getByRole('status').getByText('Loading the texts…').waitFor();
      assert.equal(await count.count(), 0);
      fail();
      await page.locator('.tl-notice[data-failure=server]').waitFor();
      assert.equal(await count.count(), 0);
      assert.equal(await slider.evaluate((element) => element === document.activeElement), true);
      await page.unroute(reads);
      await page.getByRole('tabpanel').getByRole('button', { name: 'Retry' }).click();
      await page.getByText('text of step 1', { exact: true }).waitFor();
      assert.equal(await count.innerText(), '1 of 2');
    },
    { options, fresh: true, height: 1000, expected: /Failed to load resource/ },
  );
});

test('of many texts the newest are listed and searched, older ones on request, and those of each step', async () => {
  const experimentKey = await stage.service.experiment();
  const log = textLog(experimentKey);
  for (let step = 0; step < 210; step++) await log(step === 2 ? 'rare text' : `text of step ${step}`, step);
  await stage.showing(async (view) => {
    const { page } = view;
    await show(view, experimentKey, 'text');
    const count = page.locator('.tl-toolbar .tl-count').first();
    await count.getByText('the newest 200 of 210', { exact: true }).waitFor();
    await page.getByRole('searchbox').fill('step 209');
    await count.getByText('1 of the newest 200 of 210', { exact: true }).waitFor();
    await page.getByRole('searchbox').fill('rare');
    await page.getByText('None of the newest 200 texts matches “rare”.').waitFor();
    await page.getByRole('button', { name: 'Search 10 older texts' }).press('Enter');
    await hasFocus(page.locator('.tl-text-sample', { hasText: 'rare text' }));
    await count.getByText('1 of 210', { exact: true }).waitFor();
    await page.getByRole('status').getByText('1 of 210', { exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: /older/ }).count(), 0);
    await page.getByRole('searchbox').fill('');
    await page.locator('.tl-text-sample').nth(209).waitFor();
    await page.getByRole('checkbox', { name: 'Only one step' }).check();
    await page.getByRole('slider', { name: 'Step' }).press('Home');
    await page.getByText('text of step 0', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next step' }).press('Enter');
    await page.getByText('text of step 1', { exact: true }).waitFor();
    const previous = page.getByRole('button', { name: 'Previous step' });
    await previous.press('Enter');
    await previous.and(page.locator('[aria-disabled=true]:focus')).waitFor();
    await count.getByText('1 of 210', { exact: true }).waitFor();
    await page.getByRole('searchbox').fill('late');
    await page.getByText('No text matches “late”.').waitFor();
    await view.show({
      target: { kind: 'experiment', experimentKey, tab: 'text' },
      state: { version: 1, tabs: { text: { step: 1000 } } },
    });
    await page.getByText('No text was logged at this step.').waitFor();
  });
});

test('of many matches the first are highlighted', async () => {
  const experimentKey = await stage.service.experiment();
  await textLog(experimentKey)('e '.repeat(2500), 0);
  await stage.showing(async (view) => {
    const { page } = view;
    await show(view, experimentKey, 'text');
    await page.getByRole('searchbox').fill('e');
    await page.getByText(/^Only the first 2.000 matches are highlighted\.$/).waitFor();
    assert.equal(await page.locator('mark').count(), 2000);
  });
});

test('of a long line of output a part is shown, with the current match, and all of it on request', async () => {
  const experimentKey = await stage.service.experiment();
  const outputLines = [{ output: `${'-'.repeat(25_000)}loss${'-'.repeat(4996)}\n`, offset: 0 }];
  await stage.service.call('POST', '/api/rest/v2/write/experiment/output', { experimentKey, outputLines });
  await stage.showing(async (view) => {
    const { page } = view;
    await show(view, experimentKey, 'text');
    const line = page.locator('.tl-log-text');
    await line.waitFor();
    assert.match((await line.textContent()) ?? '', /^-{10000} … Show all/);
    await page.getByRole('searchbox').fill('loss');
    await page.locator('mark').getByText('loss').waitFor();
    assert.match((await line.textContent()) ?? '', /^… -{200}loss-+ Show all/);
    await page.getByRole('button', { name: /^Show all 30.000 characters$/ }).click();
    await page.waitForFunction(() => document.querySelector('.tl-log-text')?.textContent?.length === 30_000);
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { type TestService, testService } from '../../packages/server/src/testing/test-service.ts';
import { seriousFindings, type ViewBrowser, type ViewPage, viewBrowser } from './browser.ts';
import { hostile, type SeededProject, seedProject } from './seeded-project.ts';

const target = { kind: 'project', workspace: 'ada', projectName: 'digits' } as const;
/** Pictures for people are kept only when a folder is named. */
const shots = process.env.TRACKLENS_SHOTS;

describe('below a project’s table', () => {
  let service: TestService;
  let seeded: SeededProject;
  let browser: ViewBrowser;
  let closeService: () => Promise<void> = async () => {};

  before(async () => {
    service = await testService({ after: (close: () => Promise<void>) => (closeService = close) } as never);
    seeded = await seedProject(service);
    for (const [index, key] of [seeded.keys[6]!, seeded.keys[7]!].entries()) {
      await service.call('POST', '/api/rest/v2/write/experiment/system-details', {
        experimentKey: key,
        installedPackages: [`numpy==2.0.${index}`, 'pandas==2.2.3'],
        hostname: 'trainer',
        pythonVersion: `3.1${index}.0`,
      });
    }
    browser = await viewBrowser(service.app);
  });
  after(async () => {
    await browser?.close();
    await closeService();
  });

  async function showing(name: string, state: object, work: (view: ViewPage) => Promise<void>): Promise<void> {
    const view = await browser.page({ height: 1300 });
    try {
      await view.run((page, options) => page.show(null, options as never), { target, state: { version: 1, ...state } });
      await view.page.waitForSelector('[role=grid]');
      await work(view);
      assert.deepEqual(await seriousFindings(view.page), []);
      assert.deepEqual(view.troubles, []);
      assert.equal(await view.page.evaluate(() => 'hacked' in window), false, 'a name ran as code');
      if (!shots) return;
      for (const kind of ['light', 'dark', 'high-contrast-dark'] as const) {
        await view.run((test, theme) => test.setTheme(theme as never), kind);
        await view.page.screenshot({ path: `${shots}/${name}-${kind}.png` });
      }
    } finally {
      await view.close();
    }
  }

  test('a scatter shows each experiment that has both values; keys walk it and open one', () =>
    showing('scatter', {}, async (view) => {
      const { page } = view;
      await page.click('[data-part=scatter]');
      await page.getByRole('combobox', { name: /^Across/ }).selectOption('parameter:learning_rate');
      await page.getByRole('combobox', { name: /^Up/ }).selectOption('max:val/accuracy');
      await page.getByLabel('Log across').check();
      await page.waitForFunction(() => document.querySelectorAll('.tl-plane circle').length === 11);
      await page.locator('.tl-plane svg').focus();
      await page.keyboard.press('ArrowRight');
      assert.match(await page.locator('.tl-plane [role=status]').innerText(), /mlp-11 · learning_rate: 0\.001/);
      await page.keyboard.press('Enter');
      const asked = await view.run((test) => test.asked);
      assert.equal((asked.at(-1)!.value as { target: { experimentKey: string } }).target.experimentKey, seeded.running);
      const states = await view.run((test) => test.states);
      assert.deepEqual((states.at(-1) as { project: object }).project, {
        part: 'scatter',
        scatter: { x: 'parameter:learning_rate', y: 'max:val/accuracy', xScale: 'log', yScale: 'linear' },
      });
    }));

  test('parallel coordinates draw a line for each experiment over axes a person chooses', () =>
    showing('parallel', { project: { part: 'parallel' } }, async ({ page }) => {
      await page.waitForFunction(() => document.querySelectorAll('.tl-plane > svg path').length === 12);
      await page.getByLabel('Add an axis').selectOption('duration');
      await page.waitForFunction(() => document.querySelectorAll('.tl-plane .tl-plane-axis').length === 4);
      await page.getByRole('button', { name: 'Remove the axis Duration' }).click();
      await page.waitForFunction(() => document.querySelectorAll('.tl-plane .tl-plane-axis').length === 3);
    }));

  test('chosen experiments are compared: what differs, packages, and nothing where nothing was logged', async () => {
    const selection = [5, 6, 7].map((index) => seeded.keys[index]!);
    await showing('compare', { selection, project: { part: 'compare' } }, async ({ page }) => {
      const parameters = page.getByRole('region', { name: 'Parameters' });
      await parameters.waitFor();
      assert.deepEqual(await parameters.locator('tbody th').allInnerTexts(), ['learning_rate', 'width']);
      assert.ok((await parameters.locator('thead').innerText()).includes(hostile));
      await page.getByLabel('Ignore').fill('width');
      await page.waitForFunction(
        () => document.querySelectorAll('.tl-comparison')[0]!.querySelectorAll('tbody tr').length === 1,
      );
      await page.getByLabel('Differences only').uncheck();
      await page.waitForFunction(
        () => document.querySelectorAll('.tl-comparison')[0]!.querySelectorAll('tbody tr').length === 3,
      );
      await page.getByLabel('Differences only').check();
      await page.getByText('Installed packages', { exact: true }).click();
      const packages = page.getByRole('region', { name: 'Installed packages' });
      await packages.waitFor();
      assert.match(await packages.innerText(), /numpy/);
      await page.getByText('System', { exact: true }).click();
      await page.getByRole('region', { name: 'System' }).waitFor();
      await page.getByText('Code', { exact: true }).click();
      await page.getByText('Neither logged any.').waitFor();
    });
  });

  test('columns are pinned, moved, left out where all share them, and saved as CSV', () =>
    showing('columns', {}, async (view) => {
      const { page } = view;
      await page.getByRole('columnheader', { name: 'learning_rate' }).waitFor();
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByLabel('Search columns').fill('batch_size');
      await page.locator('.tl-popup-list label', { hasText: 'batch_size' }).click();
      await page.getByRole('columnheader', { name: 'batch_size' }).waitFor();
      await page.getByRole('button', { name: 'Keep width in sight' }).click();
      await page.getByRole('button', { name: 'Move Tags left' }).click();
      await page.getByLabel('Differences only').check();
      await page.waitForFunction(() => !document.querySelector('[role=grid]')!.textContent!.includes('batch_size'));
      const heads = await page.getByRole('columnheader').allInnerTexts();
      assert.deepEqual(
        heads
          .map((text) => text.trim())
          .filter(Boolean)
          .slice(0, 4),
        ['Name', 'width', 'Tags', 'State'],
      );
      assert.equal(await page.locator('.tl-grid-head .tl-pinned').count(), 2);
      await page.keyboard.press('Escape');
      const downloading = page.waitForEvent('download');
      await page.getByTitle('Save the table as CSV').click();
      const download = await downloading;
      assert.match(download.suggestedFilename(), /^digits_experiments_\d{4}-\d\d-\d\d\.csv$/);
      const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
      assert.match(lines[0]!, /^Name,Key,width,Tags,State/);
      assert.equal(lines.length, 14);
    }));
});

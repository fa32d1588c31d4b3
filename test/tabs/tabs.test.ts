import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import { type Tab, tabs } from '../../packages/core/src/targets/tabs.ts';
import { tabStories } from '../gallery/tab-stories.ts';
import type { ViewPage } from '../ui/browser.ts';
import { viewStage } from '../ui/view-stage.ts';
import { histogram } from './sample-files.ts';
import { hostile, seedContent } from './seeded-content.ts';

describe('the tabs over the real service', () => {
  const stage = viewStage(seedContent);

  const show = (view: ViewPage, experimentKey: string, tab: Tab) =>
    view.show({ target: { kind: 'experiment', experimentKey, tab } });

  /** Opens a page with one tab of the full experiment. */
  const inTab = (tab: Tab, work: (page: Page, view: ViewPage) => Promise<void>) =>
    stage.showing((view) => work(view.page, view), {
      options: { target: { kind: 'experiment', experimentKey: stage.seeded.full, tab } },
      until: tabStories[tab].content,
      height: 1000,
    });
  /** Returns a function that uploads files to an experiment and returns their ids. */
  const uploadTo =
    (experimentKey: string) => async (fileName: string, type: string, content: string | Uint8Array<ArrayBuffer>) => {
      const form = new FormData();
      form.set('file', new Blob([content]), 'file');
      const query = new URLSearchParams({ experimentKey, fileName, type });
      const path = `/api/rest/v2/write/experiment/upload-asset?${query}`;
      return (await stage.service.call<{ assetId: string }>('POST', path, form)).assetId;
    };
  const hasFocus = (element: Locator) => element.and(element.page().locator(':focus')).waitFor();
  const text = (page: Page, selector: string) => page.locator(selector).first().innerText();
  /** Waits until images have been drawn. */
  const drawn = (page: Page, selector: string, count: number) =>
    page.waitForFunction(
      ([wanted, least]) =>
        [...document.querySelectorAll<HTMLImageElement>(wanted)].filter((image) => image.naturalWidth > 0).length >=
        least,
      [selector, count] as const,
    );

  test('every tab exists', async () => {
    await stage.showing(async (view) => {
      await show(view, stage.seeded.full, 'charts');
      await view.page.waitForSelector('[role=tab]');
      const there = await view.page
        .locator('.tl-tabs [role=tab]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-tab')));
      assert.deepEqual(there.toSorted(), tabs.toSorted());
    });
  });

  test('a tab that cannot be rendered leaves the other tabs', () =>
    stage.showing(
      async ({ page }) => {
        await page.route(/\/notes-[^/]*\.js$/, (route) => route.abort());
        await page.getByRole('tab', { name: 'Notes' }).click();
        await page.getByRole('tabpanel').getByText('Its code could not be loaded.').waitFor();
        await page.getByRole('tab', { name: 'Charts' }).click();
        await page.getByText('Its code could not be loaded.').waitFor({ state: 'detached' });
        await page.waitForSelector(tabStories.charts.content);
      },
      {
        options: { target: { kind: 'experiment', experimentKey: stage.seeded.full, tab: 'charts' } },
        until: tabStories.charts.content,
        expected: /Failed to load resource|could not be loaded|Failed to fetch/,
        fresh: true,
      },
    ));

  test('Refresh in the header also reads the open tab of an experiment that has ended', async () => {
    const { service } = stage;
    const experimentKey = await service.experiment();
    const note = (value: string) =>
      service.call('POST', '/api/rest/v2/write/experiment/log-other', { experimentKey, key: 'notes', value });
    await note('# First');
    await stage.showing(async (view) => {
      await show(view, experimentKey, 'notes');
      await view.page.getByRole('heading', { name: 'First' }).waitFor();
      await note('# Second');
      await view.page.getByRole('button', { name: 'Refresh' }).click();
      await view.page.getByRole('heading', { name: 'Second' }).waitFor({ timeout: 5000 });
    });
  });

  for (const tab of tabs.filter((one) => one !== 'charts' && one !== 'metrics' && one !== 'parameters')) {
    test(`${tab}: an experiment without any shows how to log some, in Python`, async () => {
      await stage.showing(async (view) => {
        await show(view, stage.seeded.empty, tab);
        await view.page.waitForSelector('.tl-notice .tl-code');
        assert.match(await text(view.page, '.tl-notice .tl-code'), /experiment/);
      });
    });
  }

  test('images: a slider moves through the steps; images of earlier steps stay visible', () =>
    inTab('images', async (page) => {
      await drawn(page, '.tl-image-card img', 3);
      const caption = (name: string) => text(page, `.tl-image-card:has([data-open="${name}"]) .tl-image-caption`);
      assert.match(await caption('sample'), /step 20/);
      assert.match(await caption('error map'), /step 10/);
      await page.getByRole('slider', { name: 'Step' }).press('Home');
      assert.match(await caption('sample'), /step 0/);
      assert.match(await text(page, '[data-open="error map"]'), /Nothing logged up to this step/);
    }));

  test('images: one opens enlarged with its annotations, arrows move through its steps, Escape closes it', () =>
    inTab('images', async (page) => {
      await page.getByRole('button', { name: 'sample' }).click();
      await page.waitForSelector('.tl-annotations text');
      assert.match((await page.locator('.tl-annotations text').textContent()) ?? '', /cat 0.90/);
      await page.keyboard.press('ArrowLeft');
      assert.match(await text(page, '.tl-image-viewer .tl-count'), /step 10/);
      await page.keyboard.press('Escape');
      await page.waitForSelector('.tl-image-grid');
      await page.waitForFunction(() => document.activeElement?.getAttribute('data-open') === 'sample');
    }));

  test('images: two are compared side by side', () =>
    inTab('images', async (page) => {
      await page.getByRole('checkbox', { name: 'Compare sample' }).check();
      await page.getByRole('checkbox', { name: 'Compare error map' }).check();
      await page.getByRole('button', { name: 'Compare 2 images' }).click();
      await drawn(page, '.tl-image-side img', 2);
      assert.equal(await page.locator('.tl-image-side').count(), 2);
    }));

  test('the selected tab stays visible when the view becomes narrower', () =>
    inTab('assets', async (page) => {
      await page.locator('[data-tab=assets][aria-selected=true]').waitFor();
      for (const width of [500, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await page.waitForFunction(() => {
          const [bar, tab] = ['[role=tablist]', '[data-tab=assets]'].map((selector) =>
            document.querySelector(selector)!.getBoundingClientRect(),
          );
          return bar!.width < innerWidth && tab!.left >= bar!.left && tab!.right <= bar!.right + 1;
        });
      }
    }));

  test('images: blob URLs are revoked when the tab is closed', () =>
    inTab('images', async (page) => {
      await drawn(page, '.tl-image-card img', 3);
      const address = await page.locator('.tl-image-card img').first().getAttribute('src');
      assert.match(address ?? '', /^blob:/);
      await page.locator('[data-tab=parameters]').click();
      await page.waitForFunction(
        (url) =>
          new Promise<boolean>((resolve) => {
            const image = new Image();
            image.onload = () => resolve(false);
            image.onerror = () => resolve(true);
            image.src = url;
          }),
        address ?? '',
      );
      // The rejection is expected; the browser logs it nevertheless.
    }));

  test('confusion matrices: counts, shares, scores and the samples of a cell by keys', () =>
    inTab('confusion-matrices', async (page) => {
      const cells = () => page.locator('.tl-matrix [role=gridcell]').allInnerTexts();
      assert.deepEqual(await cells(), ['8', '2', '', '1', '9', '', '', '3', '7']);
      assert.match(await text(page, '.tl-section-title'), /accuracy 80%/);
      assert.deepEqual(await page.getByLabel('Values').locator('option').allInnerTexts(), [
        'Counts',
        'Share of the row (recall)',
        'Share of the column (precision)',
        'Share of all',
      ]);
      await page.getByLabel('Values').selectOption('row');
      assert.deepEqual(await cells(), ['80', '20', '', '10', '90', '', '', '30', '70']);
      await page.locator('.tl-matrix').focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await drawn(page, '.tl-sample-list img', 1);
      assert.match(await text(page, '.tl-samples'), /zero predicted as one/);
      assert.equal(
        await page.locator('[aria-label="Most frequent confusions"] [role=rowheader]').first().innerText(),
        'two → one',
      );
      assert.match(await text(page, '[aria-label="Scores of the classes"]'), /two\s+10\s+100%\s+70%/);
    }));

  test('histograms: ridgeline over all steps, bars of one step, and a heat map', () =>
    inTab('histograms', async (page) => {
      assert.equal(await page.locator('.tl-ridge').count(), 3);
      assert.match(await text(page, '.tl-histogram-card > p'), /2.000 values · mean/);
      await page.getByRole('slider', { name: 'Step' }).press('ArrowLeft');
      assert.equal(await page.locator('.tl-ridge-current').getAttribute('data-step'), '10');
      await page.getByLabel('Steps as').selectOption('heat');
      assert.equal(await page.locator('.tl-heat').count(), 3);
    }));

  test('code: files have syntax colors, the git state and the uncommitted patch', () =>
    inTab('code', async (page) => {
      assert.match(await text(page, '.tl-facts-list'), /3f4c2a[\s\S]*main/);
      await page.locator('.tl-file', { hasText: 'train.py' }).click();
      await page.waitForFunction(() => document.querySelector('.hljs-keyword')?.textContent === 'import');
      await page.locator('.tl-file', { hasText: 'Uncommitted' }).click();
      assert.deepEqual(await page.locator('.tl-patch-added').allInnerTexts(), [
        '+\nlr = 0.01',
        '+\nweight_decay = 1e-4',
      ]);
      assert.match(await text(page, '.tl-patch-removed'), /lr = 0.1$/);
    }));

  test('code: of a patch of many files and lines the first are shown, and more on request', async () => {
    const experimentKey = await stage.service.experiment();
    const patchOf = (name: string, count: number) =>
      `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -0,0 +1,${count} @@\n${'+x\n'.repeat(count)}`;
    const files = [patchOf('long.py', 2003), ...Array.from({ length: 200 }, (_, index) => patchOf(`${index}.py`, 1))];
    const archive = zipSync({ 'git_diff.patch': strToU8(files.join('')) }) as Uint8Array<ArrayBuffer>;
    const form = new FormData();
    form.set('file', new Blob([archive]), 'patch.zip');
    await stage.service.call('POST', `/api/rest/v2/write/experiment/git/patch?experimentKey=${experimentKey}`, form);
    await stage.showing(async (view) => {
      const { page } = view;
      await show(view, experimentKey, 'code');
      await page.getByRole('button', { name: 'Show 1 more' }).press('Enter');
      await hasFocus(page.locator('.tl-patch-file').nth(200).getByRole('button'));
      await page.getByRole('button', { name: 'long.py' }).click();
      const lines = page.locator('.tl-patch-file').first().locator('.tl-patch-line');
      await lines.first().waitFor();
      assert.equal(await lines.count(), 2000);
      await page.getByRole('button', { name: 'Show 3 more' }).press('Enter');
      await hasFocus(lines.nth(2000));
      assert.equal(await lines.count(), 2003);
    });
  });

  test('system: charts of the machine and its details', () =>
    inTab('system-metrics', async (page) => {
      await page.waitForSelector('[data-metric="sys.cpu.percent.avg"] .tracklens-chart');
      assert.match(await text(page, '.tl-fact-groups'), /box[\s\S]*3\.11\.2[\s\S]*A100[\s\S]*42\.9 GB/);
    }));

  test('system: usage that could not be read is not reported as missing, and a failed read is shown', () =>
    stage.showing(
      async (view) => {
        const { page } = view;
        const reads = /experiment\/(metrics\/summary|parameters)/;
        await page.route(reads, (route) => route.fulfill({ status: 500 }));
        await show(view, stage.seeded.full, 'system-metrics');
        await page.waitForSelector('.tl-fact-groups section');
        await page.locator('[role=alert][data-failure=broken]').waitFor();
        assert.equal(await page.getByText('No CPU, memory or GPU usage was measured.').count(), 0);
        await page.unroute(reads);
        await page.getByRole('button', { name: 'Retry' }).click();
        await page.waitForSelector('[data-metric="sys.cpu.percent.avg"]');
        for (const tab of ['system-metrics', 'parameters']) {
          await page.locator(`[data-tab=${tab}]`).click();
          await page.waitForSelector('[role=tabpanel] :is([data-metric], [role=grid])');
          await page.route(reads, (route) => route.fulfill({ status: 500 }));
          await page.getByRole('button', { name: 'Refresh' }).click();
          await page.locator('.tl-banner[data-failure=broken]').waitFor();
          await page.unroute(reads);
          await page.getByRole('button', { name: 'Retry' }).click();
          await page.locator('.tl-banner').waitFor({ state: 'detached' });
        }
      },
      { fresh: true, height: 1000, expected: /Failed to load resource/ },
    ));

  test('packages: searchable, by language or by system', () =>
    inTab('installed-packages', async (page) => {
      assert.deepEqual(await page.locator('[role=rowheader]').allInnerTexts(), ['comet_ml', 'numpy', 'torch']);
      await page.getByRole('searchbox').fill('torch');
      assert.deepEqual(await page.locator('[role=rowheader]').allInnerTexts(), ['torch']);
      await page.getByRole('searchbox').fill('');
      await page.getByLabel('Packages of').selectOption('system');
      assert.deepEqual(await page.locator('[role=rowheader]').allInnerTexts(), ['libc6']);
    }));

  test('packages: copied also in a page that was loaded over HTTP, which has no clipboard interface', () =>
    inTab('installed-packages', async (page) => {
      await page.evaluate(() =>
        Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
      );
      const copied = page.evaluate(
        () =>
          new Promise((done) => {
            document.addEventListener('copy', () => done((document.activeElement as HTMLTextAreaElement).value), {
              once: true,
            });
          }),
      );
      const button = page.getByRole('tabpanel').getByRole('button', { name: 'Copy' });
      await button.press('Enter');
      await page.getByRole('tabpanel').getByRole('button', { name: 'Copied' }).waitFor();
      assert.match((await copied) as string, /comet_ml[\s\S]*numpy[\s\S]*torch/);
      await hasFocus(page.getByRole('tabpanel').getByRole('button', { name: /Cop/ }));
      await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
    }));

  test('text: samples with their metadata, and output with errors marked and a search', () =>
    inTab('text', async (page) => {
      assert.match(await text(page, '.tl-text-sample'), /step 20[\s\S]*At step 20[\s\S]*temperature/);
      await page.getByRole('tab', { name: 'Output' }).click();
      await page.waitForSelector('.tl-log-line');
      const lines = await page.locator('.tl-log-text').allInnerTexts();
      assert.deepEqual(lines.slice(0, 3), ['epoch 1 loss 0.9', '100%', 'epoch 2 loss 0.5']);
      assert.equal(await page.locator('.tl-log-error').count(), 3);
      assert.equal(await page.locator('.tl-log-stderr').count(), 3);
      assert.match(await text(page, '.tl-log-stderr'), /standard error:/);
      await page.getByLabel('Show').selectOption('error');
      await page.waitForFunction(() => document.querySelectorAll('.tl-log-line').length === 3);
      await page.getByLabel('Show').selectOption('');
      await page.getByRole('searchbox').fill('LOSS');
      await page.waitForFunction(() => document.querySelectorAll('.tl-log mark').length === 2);
      await page.getByRole('searchbox').press('Enter');
      assert.match(await text(page, '[role=status]'), /2 of 2/);
      await page.emulateMedia({ forcedColors: 'active' });
      const outline = () => getComputedStyle(document.querySelector('.tl-log-current')!).outlineStyle;
      assert.equal(await page.evaluate(outline), 'solid');
      await page.getByRole('tab', { name: 'HTML' }).click();
      await page.frameLocator('iframe').getByRole('heading', { name: 'Report' }).waitFor();
      assert.equal(await page.locator('iframe').getAttribute('sandbox'), '');
    }));

  /** Returns a function that logs a text of an experiment at a step. */
  const textLog = (experimentKey: string) => async (value: string, step: number) => {
    const form = new FormData();
    form.set('file', new Blob([value]), 'file');
    const query = { experimentKey, fileName: `text-${step}`, type: 'text-sample', step: String(step) };
    const path = `/api/rest/v2/write/experiment/upload-asset?${new URLSearchParams(query)}`;
    await stage.service.call('POST', path, form);
  };

  test('text: the list stays while a new text is read, with the search and its focus', async () => {
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
        await page.locator('.tl-banner[data-failure=broken]').waitFor();
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

  test('text: a step whose texts are being read or could not be read says so, instead of a count', async () => {
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
        await page.locator('.tl-notice[data-failure=broken]').waitFor();
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

  test('text: of many texts the newest are listed and searched, older ones on request, and those of each step', async () => {
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

  test('text: of many matches the first are highlighted', async () => {
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

  test('text: of a long line of output a part is shown, with the current match, and all of it on request', async () => {
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

  test('histograms: of many names the first are shown, and more on request', async () => {
    const experimentKey = await stage.service.experiment();
    const content = histogram(0, 1);
    await Promise.all(
      Array.from({ length: 122 }, (_, index) => uploadTo(experimentKey)(`layer ${index}`, 'histogram3d', content)),
    );
    await stage.showing(async (view) => {
      const { page } = view;
      await show(view, experimentKey, 'histograms');
      const cards = page.locator('.tl-histogram-card');
      await page.getByRole('button', { name: 'Show 60 more' }).waitFor();
      assert.equal(await cards.count(), 60);
      await page.getByRole('button', { name: 'Show 60 more' }).press('Enter');
      const more = page.getByRole('button', { name: 'Show 2 more' });
      await hasFocus(more);
      await page.getByRole('status').getByText('Added 60. Showing 120 of 122.').waitFor();
      await more.press('Enter');
      await more.waitFor({ state: 'detached' });
      assert.equal(await cards.count(), 122);
      await page.getByRole('status').getByText('Added 2. Showing 122 of 122.').waitFor();
      await page.waitForFunction(() => document.activeElement?.closest('.tl-histogram-card:nth-child(121)'));
      // A later change of the list leaves the focus where the user has moved it.
      await page.getByRole('searchbox').fill('layer 1');
      await page.waitForFunction(() => document.querySelectorAll('.tl-histogram-card').length < 60);
      await hasFocus(page.getByRole('searchbox'));
    });
  });

  test('audio: a player that can play, and the waveform', () =>
    inTab('audio', async (page) => {
      await page.waitForSelector('.tl-wave');
      assert.match((await page.locator('.tl-wave').getAttribute('aria-label')) ?? '', /tone.wav, duration 0:01/);
      await page.waitForFunction(() => (document.querySelector('audio')?.duration ?? 0) > 0.9);
    }));

  test('notes: Markdown with links that the host opens, and the other items', () =>
    inTab('notes', async (page, view) => {
      assert.equal(await text(page, '.tl-markdown h2'), 'Plan');
      assert.equal(await page.locator('.tl-markdown td').count(), 2);
      await page.getByRole('link', { name: 'paper' }).click();
      assert.deepEqual(await view.run((test) => test.hostCalls), [
        { what: 'openExternal', value: 'https://example.org/paper' },
      ]);
      assert.match(await text(page, '[role=grid]'), /dataset\s+digits/);
    }));

  test('artifacts: the version that was logged, its labels and files', () =>
    inTab('artifacts', async (page) => {
      assert.match(
        await text(page, '.tl-artifact'),
        /digits[\s\S]*1\.0\.0[\s\S]*latest[\s\S]*dataset[\s\S]*digits\.csv/,
      );
    }));

  test('artifacts: the version that another experiment used, with a link to a file that is stored elsewhere', async () => {
    const { service } = stage;
    const key = await service.experiment();
    const query = new URLSearchParams({ artifactName: 'digits', experimentKey: key, consumerExperimentKey: key });
    const used = await service.call<{ artifactVersionId: string }>('GET', `/api/rest/v2/artifacts/version?${query}`);
    const remote = { link: 'https://files.example/rest.csv', artifactVersionId: used.artifactVersionId };
    const batch = '/clientlib/rest/v2/write/artifact/assets/remote/batch';
    await service.call('POST', `${batch}?experimentKey=${key}`, { remoteArtifactAssetRequests: [remote] });
    await stage.showing(async (view) => {
      const { page } = view;
      await show(view, key, 'artifacts');
      await page.locator('.tl-section-title', { hasText: 'Inputs' }).waitFor();
      await page.locator('[role=rowheader]', { hasText: 'rest.csv' }).click();
      await page.getByRole('link', { name: 'Open the address' }).waitFor();
      assert.match(await text(page, '.tl-artifact'), /digits[\s\S]*rest\.csv\s+link/);
      await page.locator('[role=rowheader]', { hasText: 'digits.csv' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ]);
      assert.equal(await readFile(await download.path(), 'utf8'), 'a,b\n1,2\n');
    });
  });

  test('assets: filtered by type and folder, previewed, and downloaded unchanged', () =>
    inTab('assets', async (page) => {
      await page.getByLabel('Folder').selectOption('tables');
      await page.locator('[role=rowheader]').first().click();
      await page.waitForSelector('.tl-preview [role=grid]');
      assert.match(await text(page, '.tl-preview [role=grid]'), /grace, h\./);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ]);
      assert.equal(download.suggestedFilename(), 'scores.csv');
      assert.match(await readFile(await download.path(), 'utf8'), /^name,score\nada,0.9/);
      await page.getByLabel('Folder').selectOption('');
      await page.getByLabel('Type').selectOption('image');
      await page.locator('[role=rowheader]', { hasText: 'error map' }).click();
      await drawn(page, '.tl-preview img', 1);
    }));

  test('assets: the button of a file does not show the download of another one', () =>
    stage.showing(
      async (view) => {
        const { page } = view;
        await show(view, stage.seeded.full, 'assets');
        await page.getByLabel('Folder').selectOption('tables');
        await page.locator('[role=rowheader]').first().click();
        await page.waitForSelector('.tl-preview [role=grid]');
        await page.route('**/get-asset*', () => {});
        const download = page.getByRole('button', { name: 'Download' });
        const progress = page.getByRole('progressbar', { name: 'Downloading scores.csv' });
        await download.press('Enter');
        await progress.waitFor();
        await hasFocus(download);
        assert.equal(await download.isDisabled(), true);
        await page.getByRole('button', { name: 'Stop' }).press('Enter');
        await progress.waitFor({ state: 'detached' });
        await hasFocus(download);
        await download.press('Enter');
        await progress.waitFor();
        await page.getByLabel('Folder').selectOption('');
        await page.locator('[role=rowheader]', { hasText: 'error map' }).click();
        await page.locator('.tl-preview', { hasText: 'error map' }).waitFor();
        assert.equal(await page.getByRole('progressbar').count(), 0);
        await page.getByRole('button', { name: 'Download' }).waitFor();
      },
      { fresh: true, height: 1000 },
    ));

  test('assets: a text of 200,000 lines takes few elements, numbers each line, and is selected unchanged', async () => {
    const experimentKey = await stage.service.experiment();
    const labels = Array.from({ length: 200_000 }, (_, index) => index % 10).join('\n');
    await uploadTo(experimentKey)('labels.txt', 'asset', labels);
    await stage.showing(async (view) => {
      const { page } = view;
      await show(view, experimentKey, 'assets');
      await page.locator('[role=rowheader]', { hasText: 'labels.txt' }).click();
      await page.getByRole('region', { name: 'labels.txt', exact: true }).press('End');
      const numbers = await page.locator('.tl-code-chunk').last().getAttribute('data-numbers');
      assert.ok(numbers?.endsWith('\n199999\n200000'));
      const { elements, selected } = await page.locator('.tl-code-text').evaluate((shown) => {
        getSelection()!.selectAllChildren(shown);
        return { elements: shown.querySelectorAll('*').length, selected: `${getSelection()}` };
      });
      assert.ok(elements < 5000, `${elements} elements`);
      assert.equal(selected.trimEnd(), labels);
    });
  });

  test('assets: a 3D scene and an embedding are drawn and turned by keys, and their view is part of the state', async () => {
    const experimentKey = await stage.service.experiment();
    const upload = uploadTo(experimentKey);
    const points = strToU8('[0,0,0]\n[1,1,1,255,0,0]\n');
    await upload('cloud', '3d-image', zipSync({ 'points.jsonl': points }) as Uint8Array<ArrayBuffer>);
    const pathOf = (assetId: string) => `/api/asset/download?assetId=${assetId}&experimentKey=${experimentKey}`;
    const embedding = {
      tensorName: 'words',
      tensorPath: pathOf(await upload('vectors.tsv', 'asset', '1\t2\n3\t5\n4\t1\n')),
      metadataPath: pathOf(await upload('labels.tsv', 'asset', `name\tkind\n${hostile}\tx\nb\ty\nc\ty\n`)),
    };
    await upload('template.json', 'embeddings', JSON.stringify({ embeddings: [embedding] }));
    await stage.showing(
      async (view) => {
        const { page } = view;
        await show(view, experimentKey, 'assets');
        const opened = (name: string) => page.locator('[role=rowheader]', { hasText: name }).click();
        await opened('cloud');
        await page.locator('.tl-preview', { hasText: '2 points' }).waitFor();
        await page.locator('.tl-points-frame').press('ArrowLeft');
        const reset = page.getByRole('button', { name: 'Reset view' });
        await reset.and(page.locator(':not([aria-disabled])')).press('Enter');
        await reset.and(page.locator('[aria-disabled=true]:focus')).waitFor();
        await page.locator('.tl-points-frame').press('ArrowLeft');
        await opened('template.json');
        await page.getByLabel('Color by').selectOption('kind');
        const legend = page.locator('.tl-points-legend');
        await legend.filter({ hasText: 'y' }).waitFor();
        await page.emulateMedia({ forcedColors: 'active' });
        const colors = await legend
          .locator('li span')
          .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
        assert.ok(colors.length > 1);
        assert.equal(new Set(colors).size, colors.length);
        await page.emulateMedia({ forcedColors: 'none' });
        const state = await view.run((one) => one.view!.getState());
        assert.ok(state.tabs?.assets?.camera !== undefined);
        assert.equal(state.tabs.assets.labels, 'kind');
      },
      { accessible: true },
    );
  });
});

describe('hostile content in the tabs, on a page without a content security policy', () => {
  const stage = viewStage(seedContent, null);

  /** Records each request to another origin, except those that a content security policy blocked. */
  function strangers(page: Page): Set<string> {
    const seen = new Set<string>();
    const origin = new URL(page.url()).origin;
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(origin) && !/^(?:data|blob|about):/.test(url)) seen.add(url);
    });
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText === 'csp') seen.delete(request.url());
    });
    return seen;
  }
  const hacked = (page: Page) => page.evaluate(() => 'hacked' in window);

  test('the same content as markup would run and send requests', async () => {
    const view = await stage.browser.page();
    const asked = strangers(view.page);
    await view.page.evaluate((markup) => {
      document.getElementById('view')!.innerHTML = markup;
    }, hostile);
    await view.page.waitForFunction(() => 'hacked' in window);
    assert.equal(asked.size, 1);
    await view.close();
  });

  test('html: links look like links, and lead nowhere but within the page', async () => {
    const outside = 'http://127.0.0.9:9/outside';
    const link = `<a class="out" href="${outside}">link</a>`;
    const reports = {
      element: `${link}<map name="m"><area shape="default" href="${outside}"></map>
        <img class="out" usemap="#m" width="40" height="40" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`,
      relative: `<base href="${outside}/"><a class="out" href="page">link</a>`,
      vector: `<svg width="200" height="40"><a class="out" xlink:href="${outside}"><text y="20">link</text></a></svg>
        <svg width="200" height="40"><a class="out"><set attributeName="href" to="${outside}"/>
        <animate attributeName="xlink:href" values="${outside}"/><text y="20">link</text></a></svg>`,
      formula: `<math><mi class="out" href="${outside}">x</mi></math>`,
      shadow: `<div><template shadowrootmode="open">${link}</template></div>`,
      mutation: `<form><math><mtext></form><form><mglyph><style></math>${link}</style></mglyph></form></mtext></math>`,
      form: `<form action="${outside}"><button class="out" formaction="${outside}">send</button></form>`,
      refresh: `<meta http-equiv="Refresh" content="0;url=${outside}"><b class="out">text</b>`,
      nested: `<iframe srcdoc='${link}'></iframe>`,
    };
    const experimentKey = await stage.service.experiment();
    const logged = async (html: string) =>
      stage.service.call('POST', '/api/rest/v2/write/experiment/html', { experimentKey, html, override: true });
    for (const [kind, html] of Object.entries(reports)) {
      await logged(
        `<h1>${kind}</h1><a id="within" href="#end">end</a><p>${html}<p style="margin-top:200vh" id="end">end`,
      );
      const check = async (view: ViewPage) => {
        const { page } = view;
        await view.show({ target: { kind: 'experiment', experimentKey, tab: 'text' } });
        const shown = page.frameLocator('iframe.tl-html-frame');
        await shown.getByRole('heading', { name: kind, exact: true }).waitFor();
        const frame = (await (await page.$('iframe.tl-html-frame'))!.contentFrame())!;
        const out = (kind === 'nested' ? shown.frameLocator('iframe') : shown).locator('.out');
        await out.first().waitFor();
        for (const one of await out.all()) {
          await one.click({ force: true });
          await one.press('Enter');
        }
        await shown.locator('#within').click();
        await frame.waitForFunction(() => scrollY > 0);
        assert.equal(frame.url(), 'about:srcdoc#end', kind);
        assert.equal(await out.first().isVisible(), true);
        const decoration = await out.first().evaluate((one) => getComputedStyle(one).textDecorationLine);
        if (kind === 'element') assert.equal(decoration, 'underline');
      };
      await stage.showing(check, { expected: /^Blocked form submission/ });
    }
  });

  for (const tab of tabs) {
    test(`${tab}: nothing runs and no request is sent`, async () => {
      const view = await stage.browser.page();
      const { page } = view;
      const asked = strangers(page);
      await view.show({ target: { kind: 'experiment', experimentKey: stage.seeded.hostile, tab } });
      await page.waitForSelector(tabStories[tab].content);
      if (tab === 'text') {
        for (const name of ['Output', 'HTML']) {
          await page.getByRole('tab', { name }).click();
          await page.waitForSelector(name === 'HTML' ? 'iframe' : '.tl-log-line');
        }
      }
      if (tab === 'code') {
        await page.locator('.tl-file', { hasText: 'Uncommitted' }).click();
        await page.waitForSelector('.tl-patch-added');
      }
      if (tab === 'images') {
        await page.waitForFunction(() => document.querySelectorAll('.tl-image img').length === 2);
        const vector = page.locator('.tl-image-card', { hasText: 'vector.svg' }).locator('img');
        // Displayed, but never at a URL that could be opened as a page of this origin.
        assert.match((await vector.getAttribute('src')) ?? '', /^data:image\/svg\+xml/);
        await page.waitForFunction(() =>
          [...document.querySelectorAll('img')].every((image) => image.naturalWidth > 0),
        );
      }
      if (tab === 'confusion-matrices') {
        for (const cell of [0, 1]) {
          await page.locator('.tl-matrix [role=gridcell]').nth(cell).click();
          await page.waitForSelector('.tl-sample-list code');
        }
        assert.equal(await page.locator('.tl-sample-list a').count(), 0);
      }
      if (tab === 'notes') {
        const links = await page
          .locator('.tl-markdown a')
          .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
        assert.deepEqual(
          links.filter((href) => href !== null && !/^https?:/.test(href)),
          [],
        );
      }
      if (tab === 'assets') {
        const names = ['b.html', 'c.md', 'd.csv', 'e.svg', 'folder/'];
        for (const name of names) {
          await page.getByRole('searchbox').fill(name);
          await page.waitForFunction(
            () => document.querySelectorAll('[aria-label=Files] [role=row][data-id]').length === 1,
          );
          await page.locator('[role=rowheader]').first().click();
          await page.waitForSelector('.tl-preview :is(iframe, .tl-markdown *, [role=grid], img, .tl-code-chunk)');
        }
      }
      // Late requests and scripts get two frames and one task of the event loop.
      await page.evaluate(
        () =>
          new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)))),
      );
      assert.equal(await hacked(page), false);
      assert.deepEqual([...asked], []);
      for (const frame of page.frames()) assert.equal(await frame.evaluate(() => 'hacked' in window), false);
      await view.release();
    });
  }
});

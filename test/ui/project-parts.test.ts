import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { ViewPayload } from '@tracklens/core/display';
import type { ViewPage } from './browser.ts';
import { assertShowTheSame, driveControls } from './controls.ts';
import { hostile, logPoint, seedComparedProject } from './seeded-project.ts';
import { screenshotFolder, viewStage } from './view-stage.ts';

const target = { kind: 'project', workspace: 'ada', projectName: 'digits' } as const;

describe('below a project’s table', () => {
  const stage = viewStage(seedComparedProject);

  const showing = (name: string, state: object, work: (view: ViewPage) => Promise<void>) =>
    stage.showing(
      async (view) => {
        await work(view);
        if (!screenshotFolder) return;
        for (const kind of ['light', 'dark', 'high-contrast-dark'] as const) {
          await view.run((test, theme) => test.setTheme(theme), kind);
          await view.page.screenshot({ path: `${screenshotFolder}/${name}-${kind}.png` });
        }
      },
      { options: { target, state: { version: 1, ...state } }, until: '[role=grid]', height: 1300, accessible: true },
    );

  test('a scatter shows each experiment that has both values; keys walk it and open one', () =>
    showing('scatter', {}, async (view) => {
      const { page } = view;
      await page.click('[data-part=scatter]');
      await page.getByRole('combobox', { name: /^X axis/ }).selectOption('parameter:learning_rate');
      await page.getByRole('combobox', { name: /^Y axis/ }).selectOption('max:val/accuracy');
      await page.getByLabel('Log X axis').check();
      await page.waitForFunction(() => document.querySelectorAll('.tl-plane circle').length === 11);
      const plane = await page
        .locator('.tl-plane svg')
        .evaluate((svg: SVGSVGElement) => [svg.viewBox.baseVal.width, Math.round(svg.getBoundingClientRect().width)]);
      assert.equal(plane[0], plane[1], 'its texts are as large as those around it');
      await page.locator('.tl-plane svg').focus();
      await page.keyboard.press('ArrowRight');
      assert.match(await page.locator('.tl-plane [role=status]').innerText(), /mlp-11 · learning_rate: 0\.001/);
      await page.keyboard.press('Enter');
      const calls = await view.run((test) => test.hostCalls);
      assert.equal(
        (calls.at(-1)!.value as { target: { experimentKey: string } }).target.experimentKey,
        stage.seeded.running,
      );
      const states = await view.run((test) => test.states);
      assert.deepEqual((states.at(-1) as { project: object }).project, {
        part: 'scatter',
        scatter: { x: 'parameter:learning_rate', y: 'max:val/accuracy', xScale: 'log', yScale: 'linear' },
      });
    }));

  test('Escape clears the search, but not while an input method converts what was typed', () =>
    showing('charts', {}, async ({ page }) => {
      const search = page.getByLabel('Search experiments');
      await search.fill('ほん');
      await search.dispatchEvent('keydown', { key: 'Escape', isComposing: true });
      assert.equal(await search.inputValue(), 'ほん');
      await search.press('Escape');
      assert.equal(await search.inputValue(), '');
    }));

  test('a section whose code fails to load is retried automatically and by a button under the table', () =>
    stage.showing(
      async ({ page }) => {
        let refused = 0;
        let most = 1;
        await page.route(/\/ScatterPlot-[^/]*\.js$/, async (route) => {
          if (refused === most) return await route.continue();
          refused++;
          await route.abort();
        });
        await page.click('[data-part=scatter]');
        await page.waitForSelector('.tl-plane');
        assert.equal(refused, 1);
        refused = 0;
        most = 3;
        await page.route(/\/ParallelPlot-[^/]*\.js$/, async (route) => {
          if (refused === most) return await route.continue();
          refused++;
          await route.abort();
        });
        await page.click('[data-part=parallel]');
        await page.getByText('Its code could not be loaded.').waitFor();
        assert.equal(refused, 3);
        assert.equal(await page.locator('[role=grid]').count(), 1);
        assert.equal(await page.locator('[data-part]').count(), 4);
        await page.getByRole('button', { name: 'Retry' }).click();
        await page.waitForFunction(() => document.querySelectorAll('.tl-plane > svg path').length === 12);
      },
      {
        options: { target, state: { version: 1 } },
        until: '[role=grid]',
        height: 1300,
        expected: /Failed to load resource|could not be loaded|Failed to fetch/,
        fresh: true,
      },
    ));

  test('parallel coordinates draw a line for each experiment over selected axes', () =>
    showing('parallel', { project: { part: 'parallel' } }, async ({ page }) => {
      await page.waitForFunction(() => document.querySelectorAll('.tl-plane > svg path').length === 12);
      await page.getByLabel('Add an axis').selectOption('duration');
      await page.waitForFunction(() => document.querySelectorAll('.tl-plane .tl-plane-axis').length === 4);
      await page.getByRole('button', { name: 'Remove the axis Duration' }).click();
      await page.waitForFunction(() => document.querySelectorAll('.tl-plane .tl-plane-axis').length === 3);
    }));

  test('a range on an axis, by the mouse or by the keyboard, highlights experiments and selects them', () =>
    showing(
      'parallel-range',
      { project: { part: 'parallel', axes: ['parameter:width', 'max:val/accuracy'] } },
      async (view) => {
        const { page } = view;
        const lines = (count: number) =>
          page.waitForFunction(
            (expected) => document.querySelectorAll('.tl-plane > svg path[data-index]').length === expected,
            count,
          );
        await lines(11);
        const box = (await page.locator('.tl-axis-drag').nth(1).boundingBox())!;
        const middle = box.x + box.width / 2;
        await page.mouse.move(middle, box.y + box.height / 2);
        await page.mouse.down();
        await page.mouse.move(middle, box.y, { steps: 4 });
        await page.mouse.up();
        const count = page.locator('.tl-plane .tl-count');
        await page.locator('.tl-axis-selected').waitFor();
        const highlighted = Number((await count.innerText()).split(' ')[0]);
        assert.ok(highlighted > 0 && highlighted < 11, await count.innerText());
        await page.getByRole('button', { name: /^Select \d+ experiments?$/ }).click();
        const selected = (await view.run((test) => test.states)).at(-1) as { selection: string[] };
        assert.equal(selected.selection.length, highlighted);
        await page.mouse.click(middle, box.y + box.height - 2);
        await lines(11);
        await page.getByRole('button', { name: 'width', exact: true }).press('Enter');
        const dialog = page.getByRole('dialog', { name: 'Axis width' });
        await dialog.getByLabel('from').fill('nothing');
        await page.keyboard.press('Enter');
        await dialog.getByRole('alert').waitFor();
        await dialog.getByLabel('from').fill('64');
        await page.keyboard.press('Enter');
        await dialog.waitFor({ state: 'detached' });
        const state = (await view.run((test) => test.states)).at(-1) as { project: { axisRanges: object } };
        assert.deepEqual(Object.keys(state.project.axisRanges), ['parameter:width']);
      },
    ));

  test('a view is saved as a web page without scripts, and with its data', () =>
    showing('save', { charts: { columns: 2 } }, async ({ page }) => {
      const saved = async (title: RegExp) => {
        await page.getByRole('button', { name: 'Save this view' }).click();
        const downloading = page.waitForEvent('download');
        await page.getByRole('dialog').getByRole('button', { name: title }).click();
        const download = await downloading;
        return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
      };
      const html = await saved(/^Web page/);
      assert.match(html.name, /^ada_digits_\d{4}-\d\d-\d\d\.html$/);
      assert.match(html.text, /^<!doctype html>[\s\S]*default-src 'none'[\s\S]*<title>Project ada\/digits<\/title>/);
      assert.equal(html.text.split('<img').length - 1, 2);
      assert.ok(!html.text.includes(hostile) && !/<script|\son\w+=/i.test(html.text.replaceAll(/&lt;[^<]*/g, '')));
      const view = await saved(/^View/);
      assert.match(view.name, /\.tracklens$/);
      const { target: shown, state, snapshot } = JSON.parse(view.text) as ViewPayload;
      assert.deepEqual([shown, state?.charts], [target, { columns: 2 }]);
      assert.equal(snapshot?.experiments.length, 12);
    }));

  test('an axis moves to the left and to the right, and has a logarithmic scale', () =>
    showing('parallel-axes', { project: { part: 'parallel', axes: ['parameter:width', 'duration'] } }, async (view) => {
      const { page } = view;
      await page.getByRole('button', { name: 'width', exact: true }).click();
      await page.getByLabel('Logarithmic scale').check();
      await page.getByRole('button', { name: 'Move right' }).click();
      const move = page.getByRole('button', { name: 'Move right' });
      assert.equal(await move.getAttribute('aria-disabled'), 'true');
      assert.equal(await move.evaluate((button) => button === document.activeElement), true);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const { project } = (await view.run((test) => test.states)).at(-1) as { project: object };
      assert.deepEqual(project, {
        part: 'parallel',
        axes: ['duration', 'parameter:width'],
        axisScales: { 'parameter:width': 'log' },
      });
    }));

  test('selected experiments are compared: differences, packages, and nothing where nothing was logged', async () => {
    const selection = [5, 6, 7].map((index) => stage.seeded.keys[index]!);
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
      const metrics = page.getByRole('region', { name: 'Metrics' });
      const all = await metrics.locator('tbody th').allInnerTexts();
      assert.ok(all.includes('sys.cpu.percent.avg'));
      await page.getByLabel('Differences only').check();
      await page.waitForFunction(() => !document.querySelector('.tl-compare')!.textContent!.includes('sys.cpu'));
      assert.deepEqual(
        await metrics.locator('tbody th').allInnerTexts(),
        all.filter((name) => name !== 'sys.cpu.percent.avg'),
      );
      assert.equal(
        await metrics
          .locator('td')
          .first()
          .evaluate((cell) => getComputedStyle(cell).textAlign),
        'right',
      );
      stage.browser.requests();
      await page.getByText('Installed packages', { exact: true }).click();
      const packages = page.getByRole('region', { name: 'Installed packages' });
      await packages.waitFor();
      assert.match(await packages.innerText(), /numpy/);
      await page.getByText('System', { exact: true }).click();
      await page.getByRole('region', { name: 'System' }).waitFor();
      const machines = stage.browser.requests().filter((request) => request.includes('system-details'));
      assert.equal(machines.length, selection.length, 'both tables are of one reading');
      await page.getByText('Code', { exact: true }).click();
      await page.getByText('Neither experiment logged any.').waitFor();
    });
  });

  test('a comparison names what it leaves out, and does not call it identical', async () => {
    const selection = [8, 9].map((index) => stage.seeded.keys[index]!);
    const sent = async (path: string, fields: Record<string, string>, content: string) => {
      const form = new FormData();
      form.set('file', new Blob([content]), 'file');
      await stage.service.call('POST', `/api/rest/v2/write/experiment/${path}?${new URLSearchParams(fields)}`, form);
    };
    for (const [index, experimentKey] of selection.entries()) {
      const file = { experimentKey, type: 'source_code' };
      await sent('upload-asset', { ...file, fileName: 'train.py' }, 'lr = 1');
      await sent('upload-asset', { ...file, fileName: 'data.py' }, String(index).repeat(1_000_001));
      await sent('git/patch', { experimentKey }, `no archive ${index}`);
    }
    await showing('compare-omitted', { selection, project: { part: 'compare' } }, async ({ page }) => {
      await page.getByText('Code', { exact: true }).click();
      await page.getByText('No differences in what was compared.').waitFor();
      await page.getByText('Not compared: data.py.').waitFor();
      await page.getByText('Git patch', { exact: true }).click();
      await page.getByText('The patch cannot be read.').waitFor();
    });
  });

  test('images of one name are side by side at the step of one slider, and are restored from the state', async () => {
    const selection = [5, 6, 7].map((index) => stage.seeded.keys[index]!);
    const compare = {
      selection,
      project: { part: 'compare', compare: { toggled: ['images', 'parameters', 'metrics'] } },
    };
    const stepsOf = (page: ViewPage['page']) =>
      page.locator('.tl-compared-image').evaluateAll((all) => all.map((one) => one.getAttribute('data-step')));
    await showing('compare-images', compare, async (view) => {
      const { page } = view;
      await page.waitForFunction(() => document.querySelectorAll('.tl-compared-image img').length === 2);
      assert.deepEqual(await stepsOf(page), ['20', '10', null]);
      await page.getByRole('button', { name: 'Previous step' }).click();
      await page.getByRole('button', { name: 'Previous step' }).click();
      assert.deepEqual(await stepsOf(page), ['0', '0', null]);
      const state = await view.run((test) => test.view!.getState());
      await showing('compare-images-again', state, async (again) => {
        await again.page.waitForSelector('.tl-compared-image');
        assert.deepEqual(await stepsOf(again.page), ['0', '0', null]);
      });
    });
  });

  test('curves of one name are overlaid at the step of one slider', async () => {
    const selection = [5, 6, 7].map((index) => stage.seeded.keys[index]!);
    for (const [index, step] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const form = new FormData();
      form.set('file', new Blob([`{"x":[0,0,1],"y":[0,${step / 4},1],"name":"roc"}`]), 'file');
      const fields = { experimentKey: selection[index]!, fileName: 'roc', type: 'curve', step: String(step) };
      const query = new URLSearchParams(fields);
      await stage.service.call('POST', `/api/rest/v2/write/experiment/upload-asset?${query}`, form);
    }
    const compare = { selection, project: { part: 'compare', compare: { toggled: ['curves'] } } };
    await showing('compare-curves', compare, async (view) => {
      const { page } = view;
      const curves = page.locator('[data-part=curves]');
      await curves.locator('.tracklens-chart-legend li').nth(1).waitFor();
      await curves.locator('.tracklens-chart', { hasText: '6 points' }).waitFor();
      await curves.getByRole('button', { name: 'Previous step' }).click();
      await curves.locator('.tracklens-chart', { hasText: '3 points' }).waitFor();
      const state = await view.run((test) => test.view!.getState());
      assert.equal(state.project?.compare?.curveStep, 1);
    });
  });

  test('every control of the comparison and the plots is stored in the state', async () => {
    const selection = [6, 7].map((index) => stage.seeded.keys[index]!);
    for (const [part, root] of [
      ['compare', '.tl-compare'],
      ['scatter', '.tl-plane'],
      ['parallel', '.tl-plane'],
    ] as const) {
      await showing(`state-${part}`, { selection, project: { part } }, async (view) => {
        await view.page.waitForSelector(root);
        const driven = await driveControls(view, root, 12);
        assert.ok(driven.length >= 1, part);
        const state = await view.run((test) => test.view!.getState());
        await showing(`state-${part}-again`, state, async (again) => {
          await again.page.waitForSelector(root);
          await assertShowTheSame(view, again, root);
        });
      });
    }
  });

  test('a metric’s trend is drawn in its column and described in words', () =>
    showing('sparklines', { table: { columns: ['state', 'spark:loss', 'spark:val/accuracy'] } }, async ({ page }) => {
      await page.waitForFunction(() => document.querySelectorAll('.tl-grid .tl-spark').length >= 8);
      const row = page.locator('[data-id]', { hasText: 'mlp-11' });
      assert.match((await row.locator('.tl-spark').first().getAttribute('aria-label')) ?? '', /^first 2\.05, last 0\./);
      assert.equal(await page.getByRole('columnheader', { name: 'loss trend' }).count(), 1);
      assert.equal(stage.browser.requests().filter((one) => one.includes('multi-metric-chart')).length > 0, true);
      await page
        .locator('.tl-grid')
        .first()
        .evaluate((grid) => grid.scrollTo(0, 1000));
      await page.locator('[data-id]', { hasText: 'mlp-0' }).locator('.tl-spark').first().waitFor();
      // Nothing was logged by this one: no line, and no placeholder that never ends.
      assert.equal(
        await page.locator('[data-id]', { hasText: 'mlp-3' }).locator('.tl-spark, .tl-skeleton-cell').count(),
        0,
      );
    }));

  test('columns can be pinned, moved, hidden where all values are equal, and saved as CSV', () =>
    showing('columns', {}, async (view) => {
      const { page } = view;
      await page.getByRole('columnheader', { name: 'learning_rate' }).waitFor();
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByLabel('Search columns').fill('batch_size');
      await page.locator('.tl-popup-list label', { hasText: 'batch_size' }).click();
      // A column far to the right need not be drawn; the list has it.
      await page.waitForSelector('[data-column="parameter:batch_size"]');
      await page.getByRole('button', { name: 'Pin width' }).click();
      const left = page.getByRole('button', { name: 'Move Tags left' });
      await left.press('Enter');
      assert.equal(await left.evaluate((button) => button === document.activeElement), true);
      await page.getByLabel('Only parameters that differ').check();
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

  test('names have the space of hidden row actions and short tags next to the mark of the best, so that runs of a sweep differ', async () => {
    const names = [0.03, 0.1].flatMap((rate) => [16, 64].map((width) => `lr=${rate} width=${width} batch=128`));
    for (const [index, value] of names.entries()) {
      const experimentKey = await stage.service.experiment('sweep');
      const write = (path: string, body: object) =>
        stage.service.call('POST', `/api/rest/v2/write/experiment/${path}`, body);
      await write('log-other', { experimentKey, key: 'Name', value });
      await write('tags', { experimentKey, addedTags: ['sweep', 'baseline'] });
      await logPoint(stage.service, experimentKey, 0, index);
    }
    await stage.showing(
      async ({ page }) => {
        const row = page.locator('.tl-grid-body > .tl-grid-row', { hasText: names[0]! });
        await row.locator('.tl-tag').first().waitFor();
        await row.locator('.tl-best').waitFor();
        const cut = await page
          .locator('.tl-grid-body :is(.tl-middle-head, .tl-tag)')
          .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
        assert.deepEqual(cut, []);
        const widthOf = async (selector: string) => (await row.locator(selector).boundingBox())!.width;
        assert.ok((await widthOf('[role=gridcell]:has(.tl-tags)')) < 160, 'the column is as wide as its tags');
        assert.equal(await widthOf('.tl-row-actions'), 0);
        await row.hover();
        assert.equal(await widthOf('.tl-row-actions'), 22);
        await page.getByRole('searchbox').first().hover();
        await page.locator('[role=grid]').focus();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowRight');
        await page.locator('.tl-current .tl-row-actions').click();
        await page.getByRole('menu').waitFor();
        await page.keyboard.press('Escape');
      },
      {
        options: {
          target: { ...target, projectName: 'sweep' },
          state: { version: 1, table: { columns: ['state', 'tag', 'started', 'duration', 'notes'] } },
        },
        until: '[role=grid] [data-id]',
        width: 900,
        accessible: true,
      },
    );
  });

  test('tags are shown in full, with a count of those that do not fit and all of them on hover', async () => {
    const more = ['warm-restart', 'a longer name of a tag', 'last'];
    const body = { experimentKey: stage.seeded.running, addedTags: more };
    await stage.service.call('POST', '/api/rest/v2/write/experiment/tags', body);
    await showing('tags', {}, async ({ page }) => {
      const cell = page.locator(`[data-id="${stage.seeded.running}"] [role=gridcell]`, { hasText: 'sweep' });
      await cell.getByText('+2').waitFor();
      assert.deepEqual(await cell.locator('.tl-tag').allInnerTexts(), ['sweep', 'warm-restart', '+2']);
      assert.equal(await cell.getAttribute('title'), ['sweep', ...more].join(', '));
      const cut = await page
        .locator('.tl-grid-body .tl-tag')
        .evaluateAll((tags) => tags.filter((tag) => tag.scrollWidth > tag.clientWidth).map((tag) => tag.textContent));
      assert.deepEqual(cut, []);
    });
  });

  test('the best experiment is marked; another objective marks another one', () =>
    showing('objective', {}, async ({ page, run }) => {
      const best = page.locator('.tl-grid-row', { has: page.locator('.tl-best') });
      await best.filter({ hasText: 'mlp-0' }).waitFor();
      await page.getByRole('button', { name: 'Best', exact: true }).click();
      const fields = page.getByRole('dialog', { name: 'Objective' }).locator('label');
      const metric = (await fields.first().boundingBox())!;
      const better = (await fields.last().boundingBox())!;
      const gap = Math.max(better.x - (metric.x + metric.width), better.y - (metric.y + metric.height));
      assert.ok(gap >= 4, `${gap} px are between the fields`);
      await page.getByLabel('Better').selectOption('min');
      await page.getByRole('dialog', { name: 'Objective' }).press('Escape');
      const states = await run((test) => test.states);
      assert.deepEqual((states.at(-1) as { table: object }).table, {
        objective: { metric: 'val/accuracy', direction: 'min' },
      });
    }));

  test('marks of a selected row have the color of its text in forced colors', () =>
    stage.showing(
      async ({ page }) => {
        const row = page.locator('.tl-grid-row[aria-selected=true]', { has: page.locator('.tl-best') });
        await row.waitFor();
        const marks = row.locator('.tl-best, .tl-name-marks, .tl-row-actions');
        const colors = await marks.evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
        const text = await row.evaluate((one) => getComputedStyle(one).color);
        assert.deepEqual(colors, [text, text, text]);
      },
      {
        options: { target, state: { version: 1, selection: [stage.seeded.keys[0]!] } },
        until: '[role=grid]',
        forcedColors: true,
      },
    ));

  test('the menu of a row keeps it at the top, compares it with the best one, and works by keyboard', () =>
    showing('row-menu', {}, async ({ page, run }) => {
      const rows = page.locator('.tl-grid-body > .tl-grid-row');
      await page.locator('.tl-best').waitFor();
      await rows.filter({ hasText: 'mlp-8' }).click({ button: 'right' });
      await page.getByRole('menuitemcheckbox', { name: 'Keep at the top' }).click();
      await page.waitForFunction(() =>
        document.querySelector('.tl-grid-body > .tl-grid-row')?.textContent?.includes('mlp-8'),
      );
      await page.locator('[role=grid]').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menu', { name: 'Actions of mlp-8' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.locator('.tl-compare').getByRole('region', { name: 'Parameters' }).waitFor();
      const { selection, table } = (await run((test) => test.states)).at(-1) as {
        selection: string[];
        table: { top: string[] };
      };
      assert.deepEqual([selection.at(-1), table.top], [stage.seeded.keys[8], [stage.seeded.keys[8]]]);
    }));

  test('an experiment of the selection that was deleted is not read', () => {
    const deleted = '0123456789abcdef0123456789abcdef';
    const selection = [deleted, stage.seeded.keys[7]!];
    stage.browser.requests();
    return showing('deleted-selection', { selection }, async ({ page }) => {
      await page.waitForSelector('[data-metric=loss] .tracklens-plot[data-series="1"]');
      assert.deepEqual(
        stage.browser.requests().filter((request) => request.includes(deleted)),
        [],
      );
    });
  });

  test('rows are grouped like the lines of the charts, and a group shows its experiments', () =>
    showing('groups', {}, async ({ page }) => {
      await page.getByLabel('Group rows by').selectOption('parameter:width');
      const grid = page.getByRole('treegrid');
      const group = grid.locator('.tl-grid-row', { hasText: 'width = 32 (3)' });
      await group.getByText('±').first().waitFor();
      await group.locator('[role=rowheader]').click();
      await grid.locator('.tl-grid-row[aria-level="2"]').filter({ hasText: 'mlp-8' }).waitFor();
      assert.equal(await group.getAttribute('aria-expanded'), 'true');
      // Ten of twelve experiments are selected: of this group all but the oldest.
      const box = group.locator('input[type=checkbox]');
      const all = grid.getByRole('checkbox', { name: 'Show all in the charts' });
      const stateOf = (locator: typeof box) =>
        locator.evaluate((input: HTMLInputElement) => (input.indeterminate ? 'mixed' : input.checked));
      const ground = (locator: typeof box) => locator.evaluate((one) => getComputedStyle(one).backgroundColor);
      const member = grid.locator('.tl-grid-row[aria-level="2"]', { hasText: 'mlp-8' });
      assert.deepEqual([await stateOf(box), await stateOf(all)], ['mixed', 'mixed']);
      await page.mouse.move(0, 0);
      assert.equal(await ground(group), await ground(member), 'it has the background of a selected row');
      await box.click();
      assert.deepEqual([await stateOf(box), await stateOf(all)], [true, 'mixed']);
      await all.click();
      assert.deepEqual([await stateOf(box), await stateOf(all)], [true, true]);
      await all.click();
      assert.deepEqual([await stateOf(box), await stateOf(all)], [false, false]);
    }));
});

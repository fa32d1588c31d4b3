import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '../../packages/core/src/browser/index.ts';
import { inProcessTransport } from '../../packages/core/src/client/index.ts';
import { takeSnapshot } from '../../packages/core/src/snapshot-reader/take-snapshot.ts';
import { testKey } from '../../packages/server/src/testing/test-service.ts';
import { hasFocus, tabStage, textOf } from './tab-stage.ts';

const { stage, show, uploadTo } = tabStage();

/** Returns the file of a ROC curve of a classifier that becomes better from step to step. */
function roc(step: number): string {
  const x = Array.from({ length: 101 }, (_, index) => index / 100);
  return JSON.stringify({ x: [0, ...x], y: [0, ...x.map((at) => at ** (1 / (step + 1)))], name: 'roc' });
}

/** Creates an experiment with two curves, one of them at two steps. */
async function seeded() {
  const experimentKey = await stage.service.experiment();
  const upload = uploadTo(experimentKey);
  await upload('roc', 'curve', roc(1), { step: 1 });
  await upload('roc', 'curve', roc(3), { step: 2 });
  await upload('precision-recall', 'curve', '{"x":[1,0.5,0],"y":[0.2,0.7,1],"name":"precision-recall"}', { step: 2 });
  await upload('broken', 'curve', '{"x":[1]}');
  return experimentKey;
}

test('curves are drawn below the charts, with a slider over their steps and a table of their points', async () => {
  const experimentKey = await seeded();
  await stage.showing(
    async (view) => {
      const { page } = view;
      await show(view, experimentKey, 'charts');
      const cards = page.getByRole('region', { name: 'Curves' }).getByRole('listitem');
      await cards.filter({ hasText: 'This file is not a curve' }).waitFor();
      await cards.filter({ hasText: '102 points' }).waitFor();
      assert.equal(await cards.count(), 3);
      const curve = page.locator('[data-curve=roc]');
      await curve.locator('.tracklens-plot').press('Home');
      await curve.locator('.tracklens-chart-tooltip', { hasText: 'x 0' }).waitFor();
      await curve.locator('.tracklens-plot').press('ArrowRight');
      await curve.locator('.tracklens-plot').press('ArrowRight');
      await curve.locator('.tracklens-chart-tooltip', { hasText: 'x 0.01' }).waitFor();
      await curve.locator('.tracklens-plot').press('Escape');
      await curve.getByRole('slider', { name: 'Step' }).press('ArrowLeft');
      await curve.locator('[data-step="1"]').waitFor();
      await curve.getByRole('button', { name: 'Options and export of roc' }).click();
      assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), [
        'Set the range…',
        'Show the values as a table',
        'Keys and gestures…',
        'Save as PNG',
        'Save as PNG, twice the size',
        'Save as SVG',
        'Save as HTML page',
        'Save the drawn points as CSV',
      ]);
      await page.getByRole('menuitem', { name: 'Show the values as a table' }).click();
      await hasFocus(curve.getByRole('grid'));
      assert.match(await textOf(page, '[data-curve=roc] [role=grid]'), /^x\s+\S+\s+0\s+0\s+0\s+0\s+0\.01\s+0\.1\s/);
      const state = await view.run((one) => one.view!.getState());
      assert.deepEqual(state.tabs?.charts, { steps: { roc: 1 } });
    },
    { height: 1000, accessible: true },
  );
});

test('a saved copy has the curves, with a slider over the steps that it holds', async () => {
  const experimentKey = await seeded();
  await stage.showing(
    async ({ page, run }) => {
      const { app } = stage.service;
      const api = new API({ transport: inProcessTransport((request) => app.fetch(request), { apiKey: testKey }) });
      const target = { kind: 'experiment', experimentKey } as const;
      const payload = { target, snapshot: await takeSnapshot(api, target) };
      await run((test, given) => test.show(given, { connected: false }), payload);
      await page.locator('[data-curve=roc] .tracklens-chart', { hasText: '102 points' }).waitFor();
      await page.locator('[data-curve=roc]').getByRole('slider', { name: 'Step' }).press('ArrowLeft');
      await page.locator('[data-curve=roc] [data-step="1"]').waitFor();
      await page.locator('[data-curve=roc] .tracklens-chart', { hasText: '102 points' }).waitFor();
    },
    { height: 1000 },
  );
});

test('the preview of a curve has a slider over the files of its name', async () => {
  const experimentKey = await seeded();
  await stage.showing(
    async (view) => {
      const { page } = view;
      await show(view, experimentKey, 'assets');
      await page.getByRole('row', { name: 'roc' }).first().getByRole('rowheader').click();
      const preview = page.locator('.tl-preview');
      await preview.locator('.tracklens-chart', { hasText: '102 points' }).waitFor();
      await preview.getByRole('slider', { name: 'Step' }).press('ArrowRight');
      await preview.locator('[data-step="2"]').waitFor();
      await preview.locator('.tracklens-chart').waitFor();
      await page.getByRole('row', { name: 'broken' }).getByRole('rowheader').click();
      await preview.locator('.tl-code-text', { hasText: '{"x":[1]}' }).waitFor();
    },
    { height: 1000, accessible: true },
  );
});

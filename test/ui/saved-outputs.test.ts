import assert from 'node:assert/strict';
import { test } from 'node:test';
import { project, shownViews, textOf } from './shown-views.ts';

const { stage, showing } = shownViews();

test('a saved project without a connection has its table and its charts', () =>
  showing(
    async ({ page }) => {
      await page.waitForSelector('[data-metric=loss] .tracklens-chart');
      assert.equal(await page.locator('[role=rowheader]').count(), 2);
      assert.equal(await page.locator('.tl-legend li').count(), 2);
      assert.match(await textOf(page, '.tl-freshness'), /Snapshot of/);
    },
    (view) =>
      view.run(
        (page, payload) => page.show(payload, { connected: false }),
        savedProject(stage.seeded.keys.slice(0, 2)),
      ),
  ));

test('a saved output without a connection is drawn from its snapshot, with its date', () =>
  showing(
    async ({ page }) => {
      stage.browser.requests();
      await page.waitForSelector('[data-metric=loss] .tracklens-chart');
      assert.match(await textOf(page, '.tl-freshness'), /Snapshot of/);
      assert.equal(await textOf(page, '.tl-title'), 'saved-run');
      await page.getByRole('tab', { name: 'Metrics' }).click();
      await page.waitForSelector('[role=row][data-id=loss]');
      assert.deepEqual(stage.browser.requests(), []);
    },
    (view) =>
      view.run((page, payload) => page.show(payload, { connected: false }), savedPayload(stage.seeded.keys[7]!)),
  ));

test('a snapshot of a part of a project says of how many experiments', () =>
  showing(
    async ({ page }) => {
      await page.waitForSelector('[role=grid] [role=row][data-id]');
      assert.equal(await textOf(page, '.tl-count'), '2 of 412 experiments');
    },
    (view) => {
      const payload = savedProject(stage.seeded.keys.slice(0, 2));
      const whole = { experiments: 412, drawn: 2, metrics: 1 };
      return view.run((page, given) => page.show(given, { connected: false }), {
        ...payload,
        snapshot: { ...payload.snapshot, whole },
      });
    },
  ));

test('a saved output without its service shows the snapshot, says why, and becomes live on Retry', () =>
  showing(
    async ({ page }) => {
      await page.waitForSelector('.tl-banner[data-failure=unreachable]');
      assert.equal(await textOf(page, '.tl-title'), 'saved-run');
      assert.match(await textOf(page, '.tl-banner'), /Showing the snapshot saved at/);
      stage.browser.setProxyMode('open');
      await page.getByRole('button', { name: 'Retry' }).click();
      await page.waitForFunction(() => document.querySelector('.tl-title')?.textContent === 'mlp-7');
      assert.equal(await page.locator('.tl-banner').count(), 0);
    },
    async (view) => {
      stage.browser.setProxyMode('down');
      await view.run((page, payload) => page.show(payload), savedPayload(stage.seeded.keys[7]!));
    },
  ));

test('a snapshot names a chosen metric that was not logged when it was taken, but none that it only lacks', () =>
  showing(
    async ({ page }) => {
      const said = 'No experiment here has logged the metric “los”. Did you mean “loss”?';
      await page.locator('.tl-banner', { hasText: said }).waitFor();
      await page.locator('[data-metric=lr]', { hasText: 'The saved snapshot does not contain' }).waitFor();
      assert.equal(await page.locator('.tl-chart-card').count(), 1);
    },
    (view) => {
      const { snapshot, ...payload } = savedPayload(stage.seeded.keys[7]!);
      const whole = { experiments: 1, drawn: 1, metrics: 1, unknown: ['metric:los'] };
      return view.run((page, given) => page.show(given, { connected: false }), {
        ...payload,
        state: { ...payload.state, charts: { metrics: ['los', 'lr'] } },
        snapshot: { ...snapshot, whole },
      });
    },
  ));

test('an empty payload is rejected with a message', () =>
  showing(
    async () => {},
    async (view) => {
      assert.match(
        String(await view.run((page) => page.show({ target: { kind: 'experiment', experimentKey: '../..' } }))),
        /Run the cell again/,
      );
    },
  ));

/** What a notebook saved, with the least a view needs. */
function savedPayload(experimentKey: string) {
  const steps = [0, 1, 2, 3];
  return {
    target: { kind: 'experiment', experimentKey },
    state: { version: 1, tab: 'charts' },
    snapshot: {
      takenAtMillis: 1_780_000_000_000,
      experiments: [
        {
          metadata: {
            experimentKey,
            experimentName: 'saved-run',
            workspaceName: 'ada',
            projectName: 'digits',
            running: false,
          },
          tags: ['sweep'],
          metrics: [{ name: 'loss', valueMin: '0.1', valueMax: '2', valueCurrent: '0.1', stepCurrent: 3 }],
          parameters: [{ name: 'learning_rate', valueCurrent: '0.1' }],
        },
      ],
      chart: { [experimentKey]: { metrics: [{ metricName: 'loss', values: [2, 1, 0.5, 0.1], steps }] } },
    },
  };
}

/** A project as a notebook saved it. */
function savedProject(keys: readonly string[]) {
  const one = keys.map((key) => savedPayload(key).snapshot);
  return {
    target: project,
    snapshot: {
      takenAtMillis: 1_780_000_000_000,
      experiments: one.flatMap((snapshot) => snapshot.experiments),
      chart: Object.assign({}, ...one.map((snapshot) => snapshot.chart)),
    },
  };
}

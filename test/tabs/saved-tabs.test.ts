import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { API } from '../../packages/core/src/browser/index.ts';
import { inProcessTransport } from '../../packages/core/src/client/index.ts';
import { takeSnapshot } from '../../packages/core/src/snapshot-reader/take-snapshot.ts';
import { tabs } from '../../packages/core/src/targets/tabs.ts';
import { testKey } from '../../packages/server/src/testing/test-service.ts';
import { tabStories } from '../gallery/tab-stories.ts';
import { viewStage } from '../ui/view-stage.ts';
import { seedContent } from './seeded-content.ts';

/**
 * Statements that an experiment has no such data. A saved copy must not make them about data that it does not contain.
 */
const denial =
  /\bhas no\b|\bhave no\b|\bwas logged\.|\bhas been logged\b|\bwere logged\b|None was|Nothing (was|of)|No [\w ,]+ was\b/;

describe('the tabs of a snapshot without a service', () => {
  const stage = viewStage(seedContent);

  for (const tab of tabs) {
    test(`${tab}: shows the content of the tab that the snapshot holds`, () =>
      stage.showing(
        async ({ page, run }) => {
          const { app } = stage.service;
          const api = new API({ transport: inProcessTransport((request) => app.fetch(request), { apiKey: testKey }) });
          const target = { kind: 'experiment', experimentKey: stage.seeded.full, tab } as const;
          const payload = { target, snapshot: await takeSnapshot(api, target) };
          await run((test, given) => test.show(given, { connected: false }), payload);
          await page.locator('[role=tabpanel]').first().locator(tabStories[tab].content).first().waitFor();
          const text = await page.locator('[role=tabpanel]').first().innerText();
          assert.doesNotMatch(text, denial);
          assert.equal(await page.getByRole('button', { name: 'Retry' }).count(), 0, 'nothing could be tried again');
          assert.equal(await page.locator('[role=tabpanel] .tl-skeleton').count(), 0, 'nothing is waited for');
        },
        { height: 1000 },
      ));
  }

  for (const [tab, shown] of [
    ['metrics', /\b(\d+) of 1,000\b/],
    ['parameters', /\b(\d+) of 2,000\b/],
    ['notes', /\b(\d+) of 3,0\d\d\b|\b(\d+) of 2,9\d\d\b/],
  ] as const) {
    test(`${tab}: says of how many records the snapshot has a part`, () =>
      stage.showing(async ({ page, run }) => {
        const { app } = stage.service;
        const api = new API({ transport: inProcessTransport((request) => app.fetch(request), { apiKey: testKey }) });
        const target = { kind: 'experiment', experimentKey: stage.seeded.full, tab } as const;
        const snapshot = await takeSnapshot(api, target);
        const whole = { ...snapshot.whole!, records: { metrics: 1000, parameters: 2000, others: 3000 } };
        await run((test, given) => test.show(given, { connected: false }), {
          target,
          snapshot: { ...snapshot, whole },
        });
        await page.locator('[role=tabpanel] .tl-count').filter({ hasText: shown }).waitFor();
      }));
  }

  test('a model: says of how many versions the snapshot has a part', () =>
    stage.showing(async ({ page, run }) => {
      const versions = [{ version: '2.0.0' }, { version: '1.0.0' }];
      const model = { modelName: 'detector', numberOfVersions: 412, versions };
      const target = { kind: 'model', workspace: 'team', modelName: 'detector' } as const;
      const snapshot = { takenAtMillis: 1, experiments: [], chart: {}, model };
      await run((test, given) => test.show(given, { connected: false }), { target, snapshot });
      await page.locator('.tl-count').filter({ hasText: '2 of 412 versions' }).waitFor();
    }));
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { API } from '../../packages/core/src/browser/index.ts';
import { inProcessTransport } from '../../packages/core/src/client/index.ts';
import { takeSnapshot } from '../../packages/core/src/take-snapshot.ts';
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
});

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { suiteCleanup } from '@tracklens/core/test-support';
import { API } from '../../packages/core/src/browser/index.ts';
import { inProcessTransport } from '../../packages/core/src/client/index.ts';
import { takeSnapshot } from '../../packages/core/src/snapshot-reader/take-snapshot.ts';
import { readViewPayload, snapshotBudgetBytes } from '../../packages/core/src/snapshots/view-payload.ts';
import { staticForms } from '../../packages/core/src/static-charts/static-html.ts';
import { tabs } from '../../packages/core/src/targets/tabs.ts';
import { type TestService, testKey, testService } from '../../packages/server/src/testing/test-service.ts';
import { tabStories } from '../gallery/tab-stories.ts';
import { type SeededContent, seedContent } from './seeded-content.ts';

describe('the snapshot of a tab', () => {
  const stack = suiteCleanup();
  let service: TestService;
  let seeded: SeededContent;

  before(async () => {
    service = await testService(stack);
    seeded = await seedContent(service);
  });

  for (const tab of tabs) {
    test(`${tab}: is within its budget, is read back completely, and its static forms show the tab without injected markup`, async () => {
      const transport = inProcessTransport((request) => service.app.fetch(request), { apiKey: testKey });
      const api = new API({ transport });
      const target = { kind: 'experiment', experimentKey: seeded.full, tab } as const;
      const state = { version: 1 as const, tab };
      const payload = { target, state, snapshot: await takeSnapshot(api, target, { state }) };
      const json = JSON.stringify(payload);
      assert.ok(JSON.stringify(payload.snapshot).length <= snapshotBudgetBytes, `${json.length} characters`);
      const read = readViewPayload(JSON.parse(json));
      assert.ok(read.ok, JSON.stringify(read));
      assert.deepEqual(read.payload.snapshot?.content?.tab, payload.snapshot.content?.tab);
      const { html, text } = staticForms(read.payload);
      assert.match(text, tabStories[tab].saved);
      const none = {
        ...payload,
        snapshot: await takeSnapshot(api, { ...target, experimentKey: seeded.empty }, { state }),
      };
      if (payload.snapshot.content !== undefined && !/charts|code|system-metrics/.test(tab))
        assert.match(staticForms(none).text, /is empty/);
      assert.ok(html.length <= 50_000, `${html.length} characters of HTML`);
      assert.doesNotMatch(html, /<(script|iframe|svg|object|embed|link|style)|<[^>]* on\w+=|javascript:[^<]*">/i);
      for (const [, source] of html.matchAll(/ src="([^"]*)"/g))
        assert.match(source!, /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,/);
      assert.ok(!json.includes(testKey));
    });
  }
});

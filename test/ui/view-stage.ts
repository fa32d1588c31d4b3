import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { type TestService, testService } from '../../packages/server/src/testing/test-service.ts';
import { type PageKind, seriousFindings, type ViewBrowser, type ViewPage, viewBrowser } from './browser.ts';

/** How a view is shown to a test. */
export interface Scene extends PageKind {
  /** The target and its state, as `mountView` takes them; without it the test itself shows something. */
  readonly given?: object;
  /** What is waited for before the test begins. */
  readonly until?: string;
  /** Whether what stands there at the end is looked at by axe. */
  readonly accessible?: boolean;
  /** A trouble that the test is about. */
  readonly expected?: RegExp;
}

/** A service with something in it and a browser, for the tests of a file or of a `describe`. */
export interface ViewStage<Seed> {
  readonly service: TestService;
  readonly seeded: Seed;
  readonly browser: ViewBrowser;
  /** Does something on a page of its own. Any trouble in it fails the test, and so does a text that ran as code. */
  showing(work: (view: ViewPage) => Promise<void>, scene?: Scene): Promise<void>;
}

/** Sets the stage before the tests it is called beside, and clears it away after them; there is nothing on it earlier. */
export function viewStage<Seed>(
  seed: (service: TestService) => Promise<Seed>,
  policy?: string | null,
): ViewStage<Seed> {
  let set: { service: TestService; seeded: Seed; browser: ViewBrowser };
  let closeService: () => Promise<void> = async () => {};

  before(async () => {
    const service = await testService({ after: (close: () => Promise<void>) => (closeService = close) } as never);
    set = { service, seeded: await seed(service), browser: await viewBrowser(service.app, policy) };
  });
  after(async () => {
    await set?.browser.close();
    await closeService();
  });

  return {
    get service() {
      return set.service;
    },
    get seeded() {
      return set.seeded;
    },
    get browser() {
      return set.browser;
    },
    async showing(work, { given, until, accessible = false, expected, ...size } = {}) {
      const view = await set.browser.page(size);
      try {
        if (given) await view.run((page, options) => page.show(null, options as never), given);
        if (until) await view.page.waitForSelector(until);
        await work(view);
        if (accessible) assert.deepEqual(await seriousFindings(view.page), []);
        assert.deepEqual(
          view.troubles.filter((trouble) => !expected?.test(trouble)),
          [],
        );
        assert.equal(await view.page.evaluate(() => 'hacked' in window), false, 'a text ran as code');
      } finally {
        set.browser.setWay('open');
        await view.close();
      }
    },
  };
}

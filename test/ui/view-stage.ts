import assert from 'node:assert/strict';
import { before } from 'node:test';
import { sharedInGroup, suiteCleanup } from '@tracklens/core/test-support';
import { type TestService, testService } from '../../packages/server/src/testing/test-service.ts';
import { axeViolations, type PageKind, type ViewBrowser, type ViewPage, viewBrowser } from './browser.ts';
import type { ShowOptions } from './page.ts';

/** Folder for the screenshots of some tests, which are taken only if the environment names one. */
export const screenshotFolder = process.env.TRACKLENS_SCREENSHOTS;

/** View and browser settings of a test. */
interface Scene extends PageKind {
  /** Options of `mountView`, such as target and state; without them, the test mounts a view itself. */
  readonly options?: ShowOptions;
  /** Selector to wait for before the test starts. */
  readonly until?: string;
  /** Whether to check the final page with axe. */
  readonly accessible?: boolean;
  /** Pattern of errors that the test expects. */
  readonly expected?: RegExp;
}

/** Options of a stage. */
interface StageOptions {
  /** Content security policy of the page; with null, injected scripts would run. */
  readonly policy?: string | null;
  /** Name of a stage that the test files of a group share. Default: the stage is the suite's own. */
  readonly shared?: string;
}

/** Service with seeded data and a browser, shared by the tests of a file or a `describe`. */
export interface ViewStage<Seed> {
  readonly service: TestService;
  readonly seeded: Seed;
  readonly browser: ViewBrowser;
  /** Runs `work` on an empty page. Fails on any unexpected error in the page, and if injected text ran as code. */
  showing(work: (view: ViewPage) => Promise<void>, scene?: Scene): Promise<void>;
}

/**
 * Registers hooks that start service and browser before the tests of the current suite and stop them afterwards. The
 * properties are available only while the tests run.
 */
export function viewStage<Seed>(
  seed: (service: TestService) => Promise<Seed>,
  { policy, shared }: StageOptions = {},
): ViewStage<Seed> {
  let set: { service: TestService; seeded: Seed; browser: ViewBrowser };
  const stack = suiteCleanup();

  const start = async (owner: AsyncDisposableStack) => {
    const service = await testService(owner);
    return { service, seeded: await seed(service), browser: await viewBrowser(owner, service.app, policy) };
  };

  before(async () => {
    set = await (shared === undefined ? start(stack) : sharedInGroup(shared, stack, start));
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
    async showing(work, { options, until, accessible = false, expected, ...size } = {}) {
      const view = await set.browser.page(size);
      try {
        if (options) await view.show(options);
        if (until) await view.page.waitForSelector(until);
        await work(view);
        if (accessible) assert.deepEqual(await axeViolations(view.page), []);
        assert.deepEqual(
          view.problems.filter((problem) => !expected?.test(problem)),
          [],
        );
        assert.equal(await view.page.evaluate(() => 'hacked' in window), false, 'a text ran as code');
        set.browser.setProxyMode('open');
        await view.release();
      } catch (error) {
        set.browser.setProxyMode('open');
        await view.close();
        throw error;
      }
    },
  };
}

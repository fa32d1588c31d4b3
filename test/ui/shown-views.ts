import type { Page } from 'playwright-core';
import type { Target } from '../../packages/core/src/targets/target.ts';
import type { PageKind, ViewPage } from './browser.ts';
import type { ShowOptions } from './page.ts';
import { seedProject } from './seeded-project.ts';
import { viewStage } from './view-stage.ts';

/** Target of the seeded project. */
export const project = { kind: 'project', workspace: 'ada', projectName: 'digits' } as const;

/** Returns the target of an experiment. */
export const experiment = (experimentKey: string) => ({ kind: 'experiment', experimentKey }) as const;

/** Text of an element, as a person reads it. */
export const textOf = (page: Page, selector: string) => page.locator(selector).first().innerText();

/** Returns a function that shows a target. */
export const target =
  (shown: Target, options: ShowOptions = {}) =>
  (view: ViewPage) =>
    view.show({ target: shown, ...options });

/**
 * Registers a stage with the seeded project, which several files share, and returns it with what their tests do. A file
 * whose tests change seeded experiments has a stage of its own.
 */
export function shownViews(stage = viewStage(seedProject, { shared: 'stage of the views' })) {
  return {
    stage,
    /** A page that shows a target, closed at the end. */
    showing: (
      work: (view: ViewPage) => Promise<void>,
      show: (view: ViewPage) => Promise<unknown>,
      kind: PageKind = {},
    ) =>
      stage.showing(async (view) => {
        await show(view);
        await work(view);
      }, kind),
  };
}

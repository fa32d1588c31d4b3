import { afterEach, before } from 'node:test';
import { sharedInGroup, suiteCleanup } from '@tracklens/core/test-support';
import type { Page } from 'playwright-core';
import { describeScreen } from './screen.ts';
import { type SeededService, startSeededService } from './seeded-service.ts';
import { type SharedWindowOptions, sharedWindow } from './shared-window.ts';
import { startWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

/** Timeout of a whole suite, in milliseconds. */
export const suiteMillis = 480_000;

/** Editor and page of a suite. */
export interface StartedEditor {
  readonly editor: Workbench;
  readonly page: Page;
}

/** Editor with a service that has a few experiments. */
export interface EditorWithService extends StartedEditor {
  readonly service: SeededService;
}

/**
 * Starts an editor before the tests of a suite and closes it afterwards. Tests get it by calling the returned
 * function. `options` may start what the editor needs and add it to the cleanup stack.
 */
export function editorAlone(
  options: (cleanup: AsyncDisposableStack) => WorkbenchOptions | Promise<WorkbenchOptions> = () => ({}),
): () => StartedEditor {
  return started(async (stack) => {
    const editor = await startWorkbench(stack, await options(stack));
    return { editor, page: editor.page };
  });
}

/**
 * Returns an editor in a window of its own, or in that of the previous suite (`reused`). The suites of a group share its
 * server and the service, whose experiments only the last suite may change.
 */
export function sharedEditor(
  options: (service: SeededService) => SharedWindowOptions & { readonly connected: boolean },
): () => EditorWithService {
  return started(async (stack) => {
    const service = await sharedInGroup('service of the editors', stack, async (owner) => {
      const started = await startSeededService();
      owner.defer(() => started.close());
      return started;
    });
    const { connected, ...window } = options(service);
    const editor = await sharedWindow(stack, connected ? service.env : {}, window);
    return { service, editor, page: editor.page };
  });
}

function started<T extends StartedEditor>(start: (cleanup: AsyncDisposableStack) => Promise<T>): () => T {
  const stack = suiteCleanup();
  let made: T | null = null;
  before(async () => {
    made = await start(stack);
  });
  afterEach((context) => made && reportFailure(made.editor, context as unknown as EndedTest));
  return () => {
    if (made === null) throw new Error('The editor has not been started.');
    return made;
  };
}

/** Part of the hook context of a finished test. */
interface EndedTest {
  readonly name: string;
  readonly passed: boolean;
  diagnostic(message: string): void;
}

/** Saves a screenshot and a description of the screen after a failed test; the error alone rarely shows the cause. */
async function reportFailure(editor: Workbench, context: EndedTest): Promise<void> {
  if (context.passed) return;
  try {
    await editor.screenshot(`failed ${context.name.replaceAll(/\W+/g, '-').slice(0, 60)}`);
    context.diagnostic(`The screen when “${context.name}” failed:\n${await describeScreen(editor.page)}`);
  } catch (error) {
    context.diagnostic(`The screen could not be read: ${error}`);
  }
}

import { after, afterEach, before } from 'node:test';
import type { Page } from 'playwright-core';
import { wordsOfScreen } from './screen.ts';
import { type SeededService, startSeededService } from './seeded-service.ts';
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
 * function.
 */
export function editorAlone(
  options: () => WorkbenchOptions | Promise<WorkbenchOptions> = () => ({}),
): () => StartedEditor {
  return started(async () => {
    const editor = await startWorkbench(await options());
    return { editor, page: editor.page, close: () => editor.close() };
  });
}

/**
 * Like `editorAlone`, with a service. The editor is only connected to it if `options` configure that: `{ env:
 * service.hostEnv }`.
 */
export function editorWithService(
  options: (service: SeededService) => WorkbenchOptions = () => ({}),
): () => EditorWithService {
  return started(async () => {
    await using stack = new AsyncDisposableStack();
    const service = await startSeededService();
    stack.defer(() => service.close());
    const editor = await startWorkbench(options(service));
    stack.defer(() => editor.close());
    const close = stack.move();
    return { service, editor, page: editor.page, close: () => close.disposeAsync() };
  });
}

function started<T extends StartedEditor & { close(): Promise<void> }>(start: () => Promise<T>): () => T {
  let made: T | null = null;
  before(async () => {
    made = await start();
  });
  afterEach((context) => made && reportFailure(made.editor, context as unknown as EndedTest));
  after(() => made?.close());
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
    context.diagnostic(`The screen when “${context.name}” failed:\n${await wordsOfScreen(editor.page)}`);
  } catch (error) {
    context.diagnostic(`The screen could not be read: ${error}`);
  }
}

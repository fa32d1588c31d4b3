import { after, afterEach, before } from 'node:test';
import type { Page } from 'playwright-core';
import { wordsOfScreen } from './screen.ts';
import { type SeededService, startSeededService } from './seeded-service.ts';
import { startWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

/** How long all tests of a suite may take together. */
export const suiteMillis = 1_200_000;

/** What the tests of a suite work with. */
export interface StartedEditor {
  readonly editor: Workbench;
  readonly page: Page;
}

/** An editor and a service with a few experiments. */
export interface EditorWithService extends StartedEditor {
  readonly service: SeededService;
}

/** An editor for the tests of a suite: started before them, closed after them; they get it by calling what is given back. */
export function editorAlone(
  options: () => WorkbenchOptions | Promise<WorkbenchOptions> = () => ({}),
): () => StartedEditor {
  return started(async () => {
    const editor = await startWorkbench(await options());
    return { editor, page: editor.page, close: () => editor.close() };
  });
}

/** An editor beside a service, which it knows only where `options` say so: `{ env: service.hostEnv }`. */
export function editorWithService(
  options: (service: SeededService) => WorkbenchOptions = () => ({}),
): () => EditorWithService {
  return started(async () => {
    const service = await startSeededService();
    const editor = await startWorkbench(options(service)).catch(async (error) => {
      await service.close();
      throw error;
    });
    const close = async () => {
      await editor.close();
      await service.close();
    };
    return { service, editor, page: editor.page, close };
  });
}

function started<T extends StartedEditor & { close(): Promise<void> }>(start: () => Promise<T>): () => T {
  let made: T | null = null;
  before(async () => {
    made = await start();
  });
  afterEach((context) => made && tellFailure(made.editor, context as unknown as EndedTest));
  after(() => made?.close());
  return () => {
    if (made === null) throw new Error('The editor has not been started.');
    return made;
  };
}

/** What a hook is told of a test that has ended. */
interface EndedTest {
  readonly name: string;
  readonly passed: boolean;
  diagnostic(message: string): void;
}

/** A picture of the screen and its words, where a test failed: what it waited for is seldom why. */
async function tellFailure(editor: Workbench, context: EndedTest): Promise<void> {
  if (context.passed) return;
  try {
    await editor.screenshot(`failed ${context.name.replaceAll(/\W+/g, '-').slice(0, 60)}`);
    context.diagnostic(`The screen when “${context.name}” failed:\n${await wordsOfScreen(editor.page)}`);
  } catch (error) {
    context.diagnostic(`The screen could not be read: ${error}`);
  }
}

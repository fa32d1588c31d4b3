import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** A test or suite context: whatever can run a function at its end. */
export interface CleanupOwner {
  after(run: () => Promise<void>): void;
}

const stacks = new WeakMap<CleanupOwner, AsyncDisposableStack>();

/**
 * Returns the cleanup stack of a test. It runs when the test ends, last added first, and runs each cleanup even when
 * another throws. Hooks of `node:test` run in the order in which they were added and stop at the first failure, so a
 * folder would be removed while the service that was started in it still runs.
 */
export function cleanup(owner: CleanupOwner): AsyncDisposableStack {
  let stack = stacks.get(owner);
  if (!stack) {
    stack = new AsyncDisposableStack();
    stacks.set(owner, stack);
    owner.after(() => stack!.disposeAsync());
  }
  return stack;
}

/** Returns a new cleanup stack of the surrounding `describe`, or of the file. Not for use inside a test or a hook. */
export function suiteCleanup(): AsyncDisposableStack {
  const stack = new AsyncDisposableStack();
  after(() => stack.disposeAsync());
  return stack;
}

/** Creates a temporary folder, which is removed after what was added to the cleanup stack later. */
export async function temporaryFolder(owner: AsyncDisposableStack | CleanupOwner): Promise<string> {
  const stack = owner instanceof AsyncDisposableStack ? owner : cleanup(owner);
  const folder = await mkdtemp(join(tmpdir(), 'tracklens-test-'));
  // Processes that were killed may hold files for a moment.
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  return folder;
}

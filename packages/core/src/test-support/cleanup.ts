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
 * Returns the cleanup stack of a test; a stack is returned itself. It runs when the test ends, last added first, and
 * runs each cleanup even when another throws. Hooks of `node:test` run in the order in which they were added and stop
 * at the first failure, so a folder would be removed while the service that was started in it still runs.
 */
export function cleanup(owner: AsyncDisposableStack | CleanupOwner): AsyncDisposableStack {
  if (owner instanceof AsyncDisposableStack) return owner;
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
  const folder = await mkdtemp(join(tmpdir(), 'tracklens-test-'));
  // Processes that were killed may hold files for a moment.
  cleanup(owner).defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  return folder;
}

/** Cleanup stack and shared resources of a process that runs several test files. */
let group: { readonly cleanup: AsyncDisposableStack; readonly shared: Map<string, Promise<unknown>> } | null = null;

/** Declares that this process runs several test files, each as a suite. Called once, outside of any suite. */
export function startTestGroup(): void {
  group = { cleanup: suiteCleanup(), shared: new Map() };
}

/**
 * Returns a resource that the test files of a group share, such as a browser. The first that asks for it starts it, and
 * it is closed after the last file. In a file that runs alone, it belongs to the given cleanup stack.
 */
export function sharedInGroup<T>(
  name: string,
  cleanupAlone: AsyncDisposableStack,
  start: (cleanup: AsyncDisposableStack) => Promise<T>,
): Promise<T> {
  if (!group) return start(cleanupAlone);
  let found = group.shared.get(name) as Promise<T> | undefined;
  if (!found) {
    found = start(group.cleanup);
    group.shared.set(name, found);
  }
  return found;
}

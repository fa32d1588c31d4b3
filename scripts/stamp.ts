import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cache, root } from './folders.ts';
import { isRunning } from './is-running.ts';
import { step } from './progress.ts';

/** Inputs and outputs of a set-up step. */
export interface Stamped {
  /** Name of the step, of its stamp and of its lock. */
  name: string;
  /** Title that is shown while the step runs. */
  title: string;
  /** Files and folders (recursive, without build outputs) whose content determines whether the step runs again. */
  inputs?: readonly string[];
  /** Additional facts that determine it: versions, host paths. */
  facts?: readonly string[];
  /** Whether the result still exists. */
  present?: () => boolean;
  /** Folder of the stamps. Default: the cache folder. */
  folder?: string;
}

/** Build outputs and copied files, which are never inputs. */
const skipped = new Set([
  'node_modules',
  'dist',
  'build',
  'lib',
  'generated',
  'labextension',
  'local_service',
  'node_program',
  'LICENSE',
  '.cache',
  '.git',
  '__pycache__',
]);

/** Returns the SHA-256 of the names and contents of files and folders. A missing one is hashed as absent. */
export async function contentHash(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const visit = async (file: string): Promise<void> => {
    const label = path.relative(root, file);
    const entries = await readdir(file, { withFileTypes: true }).catch(() => undefined);
    if (entries === undefined) {
      hash.update(`${label}\0`).update(await readFile(file).catch(() => 'absent'));
      return;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!skipped.has(entry.name) && !entry.name.endsWith('.tsbuildinfo')) await visit(path.join(file, entry.name));
    }
  };
  for (const file of paths) await visit(path.resolve(root, file));
  return hash.digest('hex');
}

/** Runs the work unless it was done before with the same inputs and facts. Returns true when it ran. */
export async function once(what: Stamped, work: () => Promise<void>): Promise<boolean> {
  const folder = what.folder ?? path.join(cache, 'stamps');
  await mkdir(folder, { recursive: true });
  const stamp = path.join(folder, what.name);
  return withLock(`${stamp}.lock`, async () => {
    const inputs = await contentHash(what.inputs ?? []);
    const wanted = createHash('sha256')
      .update([inputs, ...(what.facts ?? [])].join('\0'))
      .digest('hex');
    const found = await readFile(stamp, 'utf8').catch(() => '');
    if (found === wanted && (what.present?.() ?? true)) return false;
    await rm(stamp, { force: true });
    await step(what.title, work);
    await writeFile(stamp, wanted);
    return true;
  });
}

/** Time to wait for another process before a message is printed. */
const quietMillis = 2000;

/** Age of an empty lock file whose process has failed to write its id, for example because the disk was full. */
const abandonedMillis = 10_000;

/** Returns whether the process that created a lock file no longer uses it. `holder` is its id, 0 in an empty file. */
async function isAbandoned(file: string, holder: number): Promise<boolean> {
  if (holder > 0) return !isRunning(holder);
  const found = await stat(file).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > abandonedMillis;
}

/**
 * Runs the work while holding a lock file. Waits for a live owner with a message, and takes over an abandoned lock.
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const started = Date.now();
  let isReported = false;
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = Number(await readFile(file, 'utf8').catch(() => ''));
      if (await isAbandoned(file, holder)) await rm(file, { force: true });
      if (holder > 0 && !isReported && Date.now() - started > quietMillis) {
        isReported = true;
        console.log(`  … waiting for process ${holder}, which holds ${path.relative(root, file)}`);
      }
      await pause(100);
    }
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

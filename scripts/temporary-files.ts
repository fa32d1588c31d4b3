import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Shared memory of Linux, which is a file system. */
const memory = '/dev/shm';

/** Free memory, in bytes, below which temporary files are on the disk: several times what a whole run needs. */
const minimumBytes = 8 * 1024 ** 3;

/** Returns whether programs can run from the shared memory, and enough of it is free. */
async function hasMemory(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(memory);
    const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' '));
    const [, , type, options] = mounts.findLast(([, target]) => target === memory) ?? [];
    const free = Number(/^MemAvailable:\s+(\d+) kB$/m.exec(await readFile('/proc/meminfo', 'utf8'))?.[1]) * 1024;
    return type === 'tmpfs' && !options!.split(',').includes('noexec') && Math.min(bavail * bsize, free) > minimumBytes;
  } catch {
    // Another system, or one without shared memory.
    return false;
  }
}

/**
 * Creates a folder for the temporary files of a test run: in memory if there is enough, otherwise on the disk. The
 * tests create and remove some ten thousand files, which in memory takes less of the processors. It is deleted with
 * the cleanup stack.
 */
export async function folderOfRun(cleanup: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(path.join((await hasMemory()) ? memory : tmpdir(), 'tracklens-run-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  // PostgreSQL runs as another user.
  await chmod(folder, 0o755);
  return folder;
}

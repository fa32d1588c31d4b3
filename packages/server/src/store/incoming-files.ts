import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from './store.ts';

/** What was sent and not kept is of no use to anyone after a day. */
const forgottenMillis = 24 * 60 * 60 * 1000;

/** On Windows a file that another program has open cannot be removed at once. */
const retried = { maxRetries: 5, retryDelay: 50 } as const;

async function forgetOlder(folder: string, limit: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < limit) await rm(path, { recursive: true, force: true, ...retried });
  }
}

/** Throws away uploads in parts that nobody finished. */
export async function forgetParts({ incomingFolder }: Pick<Store, 'incomingFolder'>, now: number): Promise<void> {
  await forgetOlder(join(incomingFolder, 'parts'), now - forgottenMillis);
}

/**
 * Throws away what an earlier process was sent and did not keep. On PostgreSQL other services may run on the same folder: only what
 * is a day old cannot be theirs.
 */
export async function clearIncoming(
  store: Pick<Store, 'dialect' | 'incomingFolder'>,
  now: number = Date.now(),
): Promise<void> {
  if (store.dialect === 'sqlite') return await rm(store.incomingFolder, { recursive: true, force: true, ...retried });
  await forgetParts(store, now);
  await forgetOlder(store.incomingFolder, now - forgottenMillis);
}

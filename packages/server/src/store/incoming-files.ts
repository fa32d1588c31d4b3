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

/** Files that a process prepares in a data folder, each with its process id. */
const drafts = /^(?:api-key|service\.json|folder-id)\.(\d+)$/;

/** Removes drafts of an earlier process that was ended amid its start. */
async function clearDrafts({ dialect, folder }: Pick<Store, 'dialect' | 'folder'>, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = drafts.exec(name)?.[1];
    if (pid === undefined || Number(pid) === process.pid) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    const isOurs = dialect === 'sqlite' || (found !== null && found.mtimeMs < now - forgottenMillis);
    if (isOurs) await rm(join(folder, name), { force: true });
  }
}

/**
 * Throws away what an earlier process was sent and did not keep. On PostgreSQL other services may run on the same folder: only what
 * is a day old cannot be theirs.
 */
export async function clearIncoming(
  store: Pick<Store, 'dialect' | 'folder' | 'incomingFolder'>,
  now: number = Date.now(),
): Promise<void> {
  await clearDrafts(store, now);
  if (store.dialect === 'sqlite') return await rm(store.incomingFolder, { recursive: true, force: true, ...retried });
  await forgetParts(store, now);
  await forgetOlder(store.incomingFolder, now - forgottenMillis);
}

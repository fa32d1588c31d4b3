import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isBusy } from '../store/database/node-sqlite.ts';
import { openSqliteFile } from './folder-database.ts';

/** Lock that no other process gets until it is closed, or until this process ends. */
interface ProcessLock {
  close(): Promise<void>;
}

/**
 * Returns the lock with a name in a data folder; null while another process has it. The service deletes the file of the
 * lock when it starts.
 */
export async function acquireProcessLock(dataFolder: string, name: string): Promise<ProcessLock | null> {
  const folder = join(dataFolder, 'incoming');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return openSqliteFile(join(folder, `${createHash('sha256').update(name).digest('hex')}.lock`));
  } catch (error) {
    if (isBusy(error)) return null;
    throw error;
  }
}

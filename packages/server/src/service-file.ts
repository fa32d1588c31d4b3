import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './store/durable-files.ts';

/** What a running service says of itself in its data folder, for clients on the same machine. */
export interface ServiceInfo {
  /** Root address without a final slash. */
  readonly url: string;
  readonly pid: number;
}

const fileOf = (folder: string) => join(folder, 'service.json');

/** Says where the service of a data folder answers. The file appears whole. */
export async function writeServiceFile(folder: string, announcement: ServiceInfo): Promise<void> {
  await replaceFile(fileOf(folder), `${JSON.stringify(announcement)}\n`);
}

/** Takes back what was said, when it is still this service that says it. */
export async function removeServiceFile(folder: string, announcement: ServiceInfo): Promise<void> {
  try {
    const said = JSON.parse(await readFile(fileOf(folder), 'utf8')) as ServiceInfo;
    if (said.pid === announcement.pid && said.url === announcement.url) await rm(fileOf(folder), { force: true });
  } catch {
    // Gone or overwritten by something else: nothing of ours to take back.
  }
}

/** Returns what the running service of a data folder says of itself; null where none says anything. */
export async function readServiceFile(folder: string): Promise<ServiceInfo | null> {
  try {
    return JSON.parse(await readFile(fileOf(folder), 'utf8')) as ServiceInfo;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

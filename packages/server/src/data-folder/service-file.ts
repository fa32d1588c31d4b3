import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../store/durable-files.ts';

/** Information that a running service publishes in its data folder, for clients on the same machine. */
export interface ServiceInfo {
  /** Root URL without a trailing slash. */
  readonly url: string;
  readonly pid: number;
}

const fileOf = (folder: string) => join(folder, 'service.json');

/** Publishes the URL and process id of the service of a data folder. The file is written atomically. */
export async function writeServiceFile(folder: string, announcement: ServiceInfo): Promise<void> {
  await replaceFile(fileOf(folder), `${JSON.stringify(announcement)}\n`);
}

/** Removes the file if this service wrote it. */
export async function removeServiceFile(folder: string, announcement: ServiceInfo): Promise<void> {
  try {
    const content = JSON.parse(await readFile(fileOf(folder), 'utf8')) as ServiceInfo;
    if (content.pid === announcement.pid && content.url === announcement.url) await rm(fileOf(folder), { force: true });
  } catch {
    // Missing or overwritten: nothing of this service to remove.
  }
}

/** Reads the information that a service published in its data folder; null when there is none. */
export async function readServiceFile(folder: string): Promise<ServiceInfo | null> {
  try {
    return JSON.parse(await readFile(fileOf(folder), 'utf8')) as ServiceInfo;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

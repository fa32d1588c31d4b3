import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { replaceFile } from '../store/durable-files.ts';

/** Information that a running service publishes in its data folder, for clients on the same machine. */
export interface ServiceInfo {
  /** Root URL without a trailing slash. */
  readonly url: string;
  readonly pid: number;
}

/** Content of the file. Any other URL is rejected: clients send the API key to it. */
const ServiceFile = v.object({ url: v.pipe(v.string(), v.regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/)), pid: v.number() });

const fileOf = (folder: string) => join(folder, 'service.json');

/** Publishes the URL and process id of the service of a data folder. The file is written atomically. */
export async function writeServiceFile(folder: string, info: ServiceInfo): Promise<void> {
  await replaceFile(fileOf(folder), `${JSON.stringify(info)}\n`);
}

/** Removes the file if this service wrote it. */
export async function removeServiceFile(folder: string, info: ServiceInfo): Promise<void> {
  // Missing, unreadable or overwritten: nothing of this service to remove.
  const published = await readServiceFile(folder).catch(() => null);
  if (published?.pid === info.pid && published.url === info.url) await rm(fileOf(folder), { force: true });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the information that a service published in its data folder; null without a valid one. */
export async function readServiceFile(folder: string): Promise<ServiceInfo | null> {
  const text = await readFile(fileOf(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const content = v.safeParse(ServiceFile, parsedJson(text));
  return content.success ? content.output : null;
}

/** Returns whether the host of a URL is the loopback interface of this machine. */
export function isLocalUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

import { readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { proofQuestion } from '@tracklens/core/contract';
import * as v from 'valibot';
import { replaceFile } from '../store/disk/durable-files.ts';

/** Information that a running service publishes in its data folder, for clients on the same machine. */
export interface ServiceInfo {
  /** Root URL without a trailing slash. */
  readonly url: string;
  readonly pid: number;
  /** Secret by which the service proves that it published the URL. Random for each start. */
  readonly secret: string;
}

/** Content of the file. Any other URL is rejected: clients send the API key to it. */
const ServiceFile = v.object({
  url: v.pipe(v.string(), v.url(), v.regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/)),
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  secret: v.pipe(v.string(), v.minLength(32)),
  pidNamespace: v.optional(v.string()),
});

/** Time limit for a short response of the service, in milliseconds. */
export const responseMillis = 30_000;

const fileOf = (folder: string) => join(folder, 'service.json');

/** Returns the PID namespace of this process; undefined where there are none. */
async function ownPidNamespace(): Promise<string | undefined> {
  return process.platform === 'linux' ? await readlink('/proc/self/ns/pid').catch(() => undefined) : undefined;
}

/** Publishes the service of a data folder. The file is written atomically, and only its owner can read it. */
export async function writeServiceFile(folder: string, info: ServiceInfo): Promise<void> {
  await replaceFile(fileOf(folder), `${JSON.stringify({ ...info, pidNamespace: await ownPidNamespace() })}\n`);
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

/** Returns whether a process exists. It may belong to another user. */
function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns the information that a service published in its data folder; null without a valid one. A service that was
 * killed leaves the file, and its port may belong to another program. Its process id may belong to another process too,
 * and cannot be looked for in another PID namespace, such as that of a container: see `respondingService`.
 */
export async function readServiceFile(folder: string): Promise<ServiceInfo | null> {
  const text = await readFile(fileOf(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const content = v.safeParse(ServiceFile, parsedJson(text));
  if (!content.success) return null;
  const { pidNamespace, ...service } = content.output;
  return pidNamespace !== (await ownPidNamespace()) || processExists(service.pid) ? service : null;
}

/**
 * Returns the service of a data folder that proves within a time limit that it published the address; null when none
 * does. Only such a service may get the API key.
 */
export async function respondingService(folder: string, limitMillis = responseMillis): Promise<ServiceInfo | null> {
  const service = await readServiceFile(folder);
  if (service === null) return null;
  const question = proofQuestion(service.secret);
  const answer = await fetch(service.url + question.path, {
    redirect: 'error',
    signal: AbortSignal.timeout(limitMillis),
  }).then(
    (response) => response.text(),
    () => '',
  );
  return (await question.isAnsweredBy(answer)) ? service : null;
}

/** Returns whether the host of a URL is the loopback interface of this machine. */
export function isLocalUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startStatus } from '@tracklens/core/contract';
import { t } from '../sentence.ts';
import { nodeProgram } from './node-program.ts';
import { provesAddress, type ServiceLease, takeLease } from './service-lease.ts';

/** Service of a data folder that this window uses. Several windows share one process. */
export interface BundledService {
  /** Root URL without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  /** Resolves when the process has ended, unless it is released by this window before. */
  readonly ended: Promise<void>;
  /** Whether it still runs. The end of a service that was started without leases is noticed only here. */
  isRunning(): Promise<boolean>;
  /** Stops using the service; it ends when no other window uses it. Resolves to the number of other windows. */
  release(): Promise<number>;
  /** Stops using the service, as the end of this window does: it ends some seconds later. */
  close(): void;
}

/** Service to start. */
export interface BundledServiceOptions {
  /** Path of the bundled program. */
  readonly program: string;
  /** Data folder; created when it is missing. */
  readonly folder: string;
  /** Arguments that name what is loaded: the recorded sweep, or a recording. Default: nothing. */
  readonly content?: readonly string[];
  readonly startMillis?: number;
}

/** Time without a window after which the service ends, in seconds: enough for the reload of a window. */
const idleExitSeconds = 20;
const pollMillis = 50;

/** Returns the path of the log file of a data folder. */
export function serviceLogOf(folder: string): string {
  return path.join(folder, 'service.log');
}

/**
 * Returns the service of a data folder: the running one, or else a new process of the bundled program, which outlives
 * this window while others use it. Its port is the one of the last start if that is free, so that scripts find it
 * again. Only one process can use a folder, so windows that start at the same time get the same service.
 */
export async function acquireBundledService(options: BundledServiceOptions): Promise<BundledService> {
  const { folder, startMillis = 60_000 } = options;
  await mkdir(folder, { recursive: true });
  const deadline = Date.now() + startMillis;
  let port = await lastPort(folder);
  for (;;) {
    const running = await runningService(folder);
    if (running !== null) return running;
    if (Date.now() > deadline) throw new Error(t('The service did not start within {0} s.', startMillis / 1000));
    const failure = await start(options, port, deadline);
    if (failure === null) continue;
    if (port !== 0 && failure.status === startStatus.portInUse) port = 0;
    // Another window is starting the service of this folder.
    else if (failure.status === startStatus.folderInUse) await pause(4 * pollMillis);
    else throw new Error(t('The service did not start. {0}', failure.text));
  }
}

/** Process that ended before it published its address. */
interface StartFailure {
  /** Exit status; null after a signal, and if the program could not be run. */
  readonly status: number | null;
  /** Last output, and how the process ended. */
  readonly text: string;
}

/** Starts a process and waits until it has published its address. Returns why not when it ends before. */
async function start(
  { program, folder, content = [] }: BundledServiceOptions,
  port: number,
  deadline: number,
): Promise<StartFailure | null> {
  const node = await nodeProgram();
  const log = serviceLogOf(folder);
  const output = await open(log, 'a', 0o600);
  const { size } = await output.stat();
  const args = ['serve', '--port', String(port), '--data', folder, '--idle-exit', String(idleExitSeconds)];
  const child = spawn(node.path, [program, ...args, ...content], {
    env: { ...childEnvironment(), ...node.env },
    // A process of its own group, so that it outlives this window.
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
    windowsHide: true,
  });
  const exited = new AbortController();
  const end = new Promise<StartFailure>((resolve) => {
    child.once('error', (error) => resolve({ status: null, text: error.message }));
    child.once('exit', (status, signal) => resolve({ status, text: `(${signal ?? `exit code ${status}`})` }));
  }).finally(() => exited.abort());
  try {
    const ended = await Promise.race([end, published(folder, child, deadline, exited.signal)]);
    if (ended === null) return null;
    const text = (await readFile(log)).subarray(size).toString('utf8').trim().slice(-2000);
    return { status: ended.status, text: `${text} ${ended.text}`.trim() };
  } finally {
    child.unref();
    await output.close();
  }
}

/** Resolves to null when the process has published its address. Stops it when it has not before the deadline. */
async function published(folder: string, child: ChildProcess, deadline: number, exited: AbortSignal): Promise<null> {
  while (!exited.aborted) {
    const service = await publishedService(folder);
    if (service !== null && service.pid === child.pid) return null;
    if (Date.now() > deadline) child.kill();
    await pause(pollMillis);
  }
  // The end of the process settles the race.
  return new Promise(() => {});
}

/**
 * Returns the running service of a folder with a lease on it; null when there is none. A service that was killed leaves
 * its address, so the key is sent only to a program that proves it.
 */
async function runningService(folder: string): Promise<BundledService | null> {
  const service = await publishedService(folder);
  if (service === null) return null;
  const { url, pid, secret } = service;
  if (!(await provesAddress(url, secret))) return null;
  const apiKey = await readFile(path.join(folder, 'api-key'), 'utf8').then(
    (text) => text.trim(),
    () => '',
  );
  const lease = apiKey === '' ? undefined : await takeLease(url, apiKey).catch(() => undefined);
  if (lease === undefined) return null;
  await savePort(folder, url);
  if (lease !== null) return { url, apiKey, ended: lease.lost, isRunning: async () => true, ...endings(lease) };
  const isRunning = async () => {
    const published = await publishedService(folder);
    return published?.url === url && published.pid === pid;
  };
  return { url, apiKey, ended: new Promise(() => {}), isRunning, release: async () => 1, close() {} };
}

const endings = (lease: ServiceLease) => ({ release: () => lease.release(), close: () => lease.close() });

/** Address that a service has published in its data folder, with the secret by which it proves the address. */
interface PublishedService {
  readonly url: string;
  readonly pid: number;
  readonly secret: string;
}

/** Returns what a running service has published in its data folder; null when there is none. */
export async function publishedService(folder: string): Promise<PublishedService | null> {
  try {
    const file = JSON.parse(await readFile(path.join(folder, 'service.json'), 'utf8')) as Record<string, unknown>;
    const { url, pid, secret } = file;
    // The key is sent there, so the address has to be on this machine.
    if (typeof url !== 'string' || !/^http:\/\/127\.0\.0\.1:\d+$/.test(url) || !URL.canParse(url)) return null;
    if (typeof secret !== 'string' || secret === '') return null;
    return typeof pid === 'number' && Number.isInteger(pid) && pid > 0 && isAlive(pid) ? { url, pid, secret } : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const portFile = (folder: string) => path.join(folder, 'port');

async function lastPort(folder: string): Promise<number> {
  const text = await readFile(portFile(folder), 'utf8').catch(() => '');
  return /^\d{1,5}\n$/.test(text) ? Number(text) : 0;
}

async function savePort(folder: string, url: string): Promise<void> {
  // Without the file, the next start uses another port.
  await writeFile(portFile(folder), `${new URL(url).port}\n`).catch(() => {});
}

/** Returns the environment of a process of the bundled program, without API keys and service settings of this one. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, USERPROFILE, TMPDIR, TEMP, TMP, SystemRoot, LANG, TZ } = process.env;
  return { PATH, HOME, USERPROFILE, TMPDIR, TEMP, TMP, SystemRoot, LANG, TZ };
}

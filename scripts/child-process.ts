import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { endSignals } from './end-signals.ts';
import { root } from './folders.ts';

/** Options of `startProcess`. */
export interface StartOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** File that also receives the output. */
  logFile?: string;
  /**
   * Gives the program a standard input that closes when this process ends, even by SIGKILL, for programs that end
   * with it.
   */
  stdin?: 'pipe';
  /** Maximum time in milliseconds until the program is ready. */
  timeoutMillis?: number;
}

/** Program that runs in the background until it is stopped. */
export interface StartedProcess {
  child: ChildProcess;
  /** Returns the last part of the output so far. */
  output(): string;
  /** Asks the program to end, kills it after 10 s, then kills the children it left behind. Idempotent. */
  stop(): Promise<void>;
}

const outputLimit = 200_000;
const running = new Set<ChildProcess>();
let isRegistered = false;

/** Kills the remaining programs when this process ends, including by a signal without a listener. */
function killAllAtExit(): void {
  if (isRegistered) return;
  isRegistered = true;
  const endAll = () => {
    for (const child of running) child.kill();
  };
  process.on('exit', endAll);
  for (const signal of endSignals) {
    const end = () => {
      if (process.listenerCount(signal) > 1) return;
      endAll();
      process.off(signal, end);
      process.kill(process.pid, signal);
    };
    process.on(signal, end);
  }
}

/** Starts a program. Resolves once `ready` returns a value for the output so far. */
export async function startProcess<T>(
  command: string,
  args: readonly string[],
  ready: (output: string) => T | null | undefined,
  options: StartOptions = {},
): Promise<StartedProcess & { found: T }> {
  if (options.logFile) await mkdir(path.dirname(options.logFile), { recursive: true });
  const log = options.logFile ? createWriteStream(options.logFile) : undefined;
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: options.env ?? process.env,
    stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
    // A separate process group: Ctrl-C in the terminal reaches only this process, which then stops its programs in
    // order.
    detached: process.platform !== 'win32',
  });
  running.add(child);
  killAllAtExit();
  let output = '';
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
    child.on('error', () => resolve());
  }).finally(() => running.delete(child));
  const stop = async () => {
    if (running.has(child) && child.pid !== undefined) {
      // When the program has already ended, only its remaining children are killed.
      if (!requestEnd(child)) killGroup(child);
      const force = setTimeout(() => killGroup(child), 10_000);
      await ended;
      clearTimeout(force);
      // A program may leave children in its group running, such as an editor's server that waits for its page to
      // reconnect.
      killGroup(child);
    }
    log?.end();
  };
  const started = { child, output: () => output, stop };
  const found = await new Promise<T>((resolve, reject) => {
    const name = path.basename(command);
    const fail = (reason: string) => {
      clearTimeout(timer);
      reject(new Error(`${name} ${reason}\n${output.trimEnd()}`));
    };
    const limit = options.timeoutMillis ?? 60_000;
    const timer = setTimeout(() => fail(`was not ready after ${limit / 1000} s`), limit);
    const take = (chunk: Buffer) => {
      log?.write(chunk);
      output = (output + chunk).slice(-outputLimit);
      const value = ready(output);
      if (value === null || value === undefined) return;
      clearTimeout(timer);
      resolve(value);
    };
    child.stdout!.on('data', take);
    child.stderr!.on('data', take);
    child.on('error', (error) => fail(`did not start: ${error.message}`));
    child.on('exit', (code, signal) => fail(`ended early (${signal ?? `exit code ${code}`})`));
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { ...started, found };
}

/**
 * Asks a program to end gracefully. Returns false when that is impossible: it has ended or, on Windows, has no input
 * from this process.
 */
function requestEnd(child: ChildProcess): boolean {
  if (process.platform !== 'win32') return child.kill('SIGTERM');
  return child.exitCode === null && child.stdin?.end() !== undefined;
}

/** Kills a program and its children. */
function killGroup(child: ChildProcess): void {
  if (process.platform === 'win32') {
    if (child.exitCode === null) spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

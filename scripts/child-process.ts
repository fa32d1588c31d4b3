import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { endSignals } from './end-signals.ts';
import { root } from './folders.ts';

/** What a started program may be told. */
export interface StartOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Where its output is written as well. */
  logFile?: string;
  /** Gives it a standard input that ends when we do, for programs that end with it: even a SIGKILL leaves none behind. */
  stdin?: 'pipe';
  /** How long it may take to say that it is ready. */
  timeoutMillis?: number;
}

/** A program that runs beside us until it is stopped. */
export interface StartedProcess {
  child: ChildProcess;
  /** What it has printed so far, its end. */
  output(): string;
  /** Asks it to end, waits, and ends it by force after 10 s, and what it left behind at once; safe to call again. */
  stop(): Promise<void>;
}

const outputLimit = 200_000;
const running = new Set<ChildProcess>();
let tied = false;

/** Ends what still runs when this process ends, also by a signal that nobody here has asked to be told of. */
function endWithUs(): void {
  if (tied) return;
  tied = true;
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

/** Starts a program and resolves once `ready` finds what it waits for in the output. */
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
    // Its own group: Ctrl-C in the terminal reaches us alone, and we stop what we started in order.
    detached: process.platform !== 'win32',
  });
  running.add(child);
  endWithUs();
  let output = '';
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
    child.on('error', () => resolve());
  }).finally(() => running.delete(child));
  const stop = async () => {
    if (running.has(child) && child.pid !== undefined) {
      // Of one that has ended by itself, only what it left behind is there to be ended.
      if (!askToEnd(child)) killGroup(child);
      const force = setTimeout(() => killGroup(child), 10_000);
      await ended;
      clearTimeout(force);
      // A program may leave others of its group behind, as an editor's server does that hopes for its page to come back.
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

/** Asks a program to end in order; false when it cannot be asked, since it has ended or, on Windows, has no input of ours. */
function askToEnd(child: ChildProcess): boolean {
  if (process.platform !== 'win32') return child.kill('SIGTERM');
  return child.exitCode === null && child.stdin?.end() !== undefined;
}

/** Ends a program by force, with what it started. */
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

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { cleanup } from '@tracklens/core/test-support';
import { inRoot } from '../../scripts/folders.ts';

/** Program and arguments that run the local service from source. */
export const program: readonly [string, ...string[]] = [
  process.execPath,
  '--conditions=@tracklens/source',
  inRoot('packages', 'server', 'src', 'cli', 'main.ts'),
];

/** Running command of the program. */
export interface RunningCommand {
  readonly child: ChildProcess;
  /** Everything printed so far. */
  printed(): string;
  /** Returns the address of the service once it is printed; throws if the program ends before. */
  ready(): Promise<string>;
  /** Exit status, once the program has ended; null after a signal. */
  ended: Promise<number | null>;
}

/** Runs a command line without the settings of this process. It is killed after the test. */
export function runCommandLine(
  t: TestContext,
  [command, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
): RunningCommand {
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, TRACKLENS_API_KEY: '', TRACKLENS_DATABASE_URL: '', ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (text += piece));
  child.stdin.on('error', () => {});
  const ended = once(child, 'close').then(([status]) => status as number | null);
  cleanup(t).defer(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const ready = async () => {
    for (;;) {
      const url = /^tracklens service: (\S+)\n^api key: .+\n/m.exec(text)?.[1];
      if (url !== undefined) return url;
      const status = await Promise.race([ended, once(child.stdout, 'data').then(() => undefined)]);
      if (status !== undefined) throw new Error(`ended with ${status}: ${text}`);
    }
  };
  return { child, printed: () => text, ready, ended };
}

/** Runs a command of the program. */
export function runProgram(t: TestContext, ...args: string[]): RunningCommand {
  return runCommandLine(t, [...program, ...args]);
}

import { spawn } from 'node:child_process';
import { root, searchPath } from './folders.ts';

/** Runs node's test runner on files or patterns (options may be among them) and gives its exit code. */
export function runTests(patterns: readonly string[]): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@tracklens/source',
      '--test',
      // Browser suites start servers and a browser each: two at a time is what two cores carry.
      '--test-concurrency=2',
      '--test-reporter=spec',
      ...patterns,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: searchPath() },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}

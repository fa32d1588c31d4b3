import { spawn } from 'node:child_process';
import { forwardEndSignals } from './end-signals.ts';
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
  forwardEndSignals(child);
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}

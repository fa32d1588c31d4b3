import { spawn } from 'node:child_process';
import { forwardEndSignals } from './end-signals.ts';
import { root, searchPath } from './folders.ts';

/** Runs node's test runner on files or patterns (which may include options). Returns its exit code. */
export function runTests(patterns: readonly string[]): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@tracklens/source',
      `--import=${new URL('test-file-timeout.ts', import.meta.url)}`,
      '--test',
      // Each browser suite starts servers and a browser; two cores can handle two suites at a time.
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

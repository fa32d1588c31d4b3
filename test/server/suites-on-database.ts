import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { glob } from 'node:fs/promises';
import { root } from '../../scripts/folders.ts';
import { testEntries } from '../../scripts/test-groups.ts';

/** Runs test files in a separate process; returns its exit code and output. */
async function runFiles(
  patterns: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }> {
  const files: string[] = [];
  for await (const file of glob(patterns, { cwd: root })) files.push(file);
  const entries = await testEntries(files.sort(), 'database');
  const args = ['--conditions=@tracklens/source', '--test', '--test-reporter=tap', '--test-concurrency=2', ...entries];
  // With this variable the inner test runner would report to the outer one.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const child = spawn(process.execPath, args, { cwd: root, env: { ...inherited, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return await new Promise((done) => child.once('close', (code) => done({ code: code ?? 1, output })));
}

/** Runs test files on a PostgreSQL database. All must pass, and more than `least` tests must have run. */
export async function passOnDatabase(databaseUrl: string, patterns: readonly string[], least: number): Promise<void> {
  const { code, output } = await runFiles(patterns, { TRACKLENS_TEST_DATABASE_URL: databaseUrl });
  const failed = output.split('\n').filter((line) => /^\s*not ok /.test(line));
  assert.deepEqual(failed, [], output.slice(-4000));
  assert.equal(code, 0, output.slice(-4000));
  const passed = Number(/^# pass (\d+)$/m.exec(output)?.[1]);
  assert.ok(passed > least, `only ${passed} tests ran`);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProcess } from './child-process.ts';

const node = (source: string) => ['--input-type=module', '--eval', source] as const;

test('a program is ready when its output says so, and ends when it is stopped', async () => {
  const started = await startProcess(
    process.execPath,
    node("console.log('listening on 4711'); setInterval(() => {}, 1000);"),
    (output) => /listening on (\d+)/.exec(output)?.[1],
  );
  assert.equal(started.found, '4711');
  await started.stop();
  assert.equal(started.child.signalCode, 'SIGTERM');
  await started.stop();
});

test('a program that ends before it is ready is an error with what it printed', async () => {
  const started = startProcess(process.execPath, node("console.error('port in use'); process.exit(3);"), () => null);
  await assert.rejects(started, /ended early \(exit code 3\)\s+port in use/);
});

test('a program that never gets ready is stopped', async () => {
  const started = startProcess(process.execPath, node('setInterval(() => {}, 1000);'), () => null, {
    timeoutMillis: 50,
  });
  await assert.rejects(started, /was not ready after 0.05 s/);
});

test('a program that is not there is an error', async () => {
  await assert.rejects(
    startProcess('/no/such/program', [], () => null),
    /did not start/,
  );
});

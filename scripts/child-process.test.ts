import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProcess } from './child-process.ts';
import { isRunning } from './is-running.ts';

const node = (source: string) => ['--input-type=module', '--eval', source] as const;

test('a program is ready when its output reports it, and ends when it is stopped', async () => {
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

test('an absent program is an error', async () => {
  await assert.rejects(
    startProcess('/no/such/program', [], () => null),
    /did not start/,
  );
});

test('child processes of a program end when it is stopped', async () => {
  const started = await startProcess(
    process.execPath,
    node(`
      import { spawn } from 'node:child_process';
      const left = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      left.unref();
      console.log('left ' + left.pid);
      setInterval(() => {}, 1000);
    `),
    (output) => /left (\d+)/.exec(output)?.[1],
  );
  await started.stop();
  await ended(Number(started.found), 'its child');
});

test('child processes of a program that has ended by itself are stopped', async () => {
  const started = await startProcess(
    process.execPath,
    node(`
      import { spawn } from 'node:child_process';
      const left = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      console.log('left ' + left.pid);
      process.exit();
    `),
    (output) => /left (\d+)/.exec(output)?.[1],
  );
  await ended(started.child.pid!, 'the program');
  await started.stop();
  await ended(Number(started.found), 'its child');
});

test('started programs end with this process, also when it is killed', async () => {
  const sleeper = "console.log(process.pid); process.stdin.on('end', () => process.exit()).resume();";
  for (const [signal, stdin] of [
    ['SIGTERM', undefined],
    ['SIGKILL', 'pipe'],
  ] as const) {
    const source = signal === 'SIGTERM' ? 'console.log(process.pid); setInterval(() => {}, 1000);' : sleeper;
    const parent = await startProcess(
      process.execPath,
      node(`
        import { startProcess } from ${JSON.stringify(import.meta.resolve('./child-process.ts'))};
        const args = ${JSON.stringify(node(source))};
        const ready = (output) => /^\\d+/.exec(output)?.[0];
        const { found } = await startProcess(process.execPath, args, ready, ${JSON.stringify({ stdin })});
        console.log('child ' + found);
      `),
      (output) => /child (\d+)/.exec(output)?.[1],
    );
    parent.child.kill(signal);
    await ended(Number(parent.found), `the child, after ${signal},`);
  }
});

/** Waits until a process has ended. */
async function ended(pid: number, what: string): Promise<void> {
  const limit = Date.now() + 10_000;
  while (isRunning(pid)) {
    assert.ok(Date.now() < limit, `${what} still runs`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

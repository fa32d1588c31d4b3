import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { startProcess } from '../../scripts/child-process.ts';
import { inRoot } from '../../scripts/folders.ts';
import { until } from '../until.ts';
import { program } from './running-command.ts';

const isWindows = process.platform === 'win32';

/** Time in which the service completes its requests and closes its store. */
const limitMillis = 20_000;

for (const [title, command, args, signal] of [
  ['npm alone gets SIGTERM', 'npm', ['run', 'serve', '--'], 'SIGTERM'],
  ['its script gets SIGINT', process.execPath, script(), 'SIGINT'],
  ['its script gets SIGHUP', process.execPath, script(), 'SIGHUP'],
  // Windows supports no other way to end a process.
  ['its script is killed', process.execPath, script(), 'SIGKILL'],
] as const) {
  test(`a service of "npm run serve" shuts down cleanly when ${title}`, async (t) => {
    const folder = await temporaryFolder(t);
    const started = await startProcess(
      command,
      [...args, '--data', folder],
      (output) => /^tracklens service: (\S+)$/m.exec(output)?.[1],
    );
    cleanup(t).defer(() => started.stop());
    await assertShutsDown(started.found, folder, () => started.child.kill(signal));
  });
}

test('a service of npx shuts down cleanly when npx alone gets SIGTERM', {
  skip: isWindows && 'Windows has no signals',
}, async (t) => {
  const [folder, installed] = [await temporaryFolder(t), await temporaryFolder(t)];
  const command = path.join(installed, 'node_modules', '.bin', 'tracklens');
  await mkdir(path.dirname(command), { recursive: true });
  const quoted = program.map((word) => `'${word}'`).join(' ');
  await writeFile(command, `#!/bin/sh\nexec ${quoted} "$@"\n`, { mode: 0o755 });
  const started = await startProcess(
    'npx',
    ['--no', 'tracklens', 'serve', '--port', '0', '--data', folder],
    (output) => /^tracklens service: (\S+)$/m.exec(output)?.[1],
    { cwd: installed },
  );
  cleanup(t).defer(() => started.stop());
  await assertShutsDown(started.found, folder, () => started.child.kill('SIGTERM'));
});

/** Ends a service and checks that it closes its data folder. */
async function assertShutsDown(url: string, folder: string, end: () => void): Promise<void> {
  assert.equal(await responds(url), true);
  const serviceFile = path.join(folder, 'service.json');
  assert.ok(existsSync(serviceFile));
  end();
  await until(
    async () => !(await responds(url)) && !existsSync(serviceFile),
    `the service to end and to remove ${serviceFile}`,
    limitMillis,
  );
}

function script(): string[] {
  return ['--conditions=@tracklens/source', inRoot('scripts', 'serve.ts')];
}

/** Whether a process listens at an address. */
function responds(url: string): Promise<boolean> {
  return fetch(url).then(
    (answer) => answer.body?.cancel().then(() => true) ?? true,
    () => false,
  );
}

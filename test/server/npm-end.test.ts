import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { startProcess } from '../../scripts/child-process.ts';
import { inRoot } from '../../scripts/folders.ts';

/** Time in which the service completes its requests and closes its store. */
const limitMillis = 20_000;

for (const [title, command, args, signal] of [
  ['npm alone gets SIGTERM', 'npm', ['run', 'serve', '--'], 'SIGTERM'],
  ['its script gets SIGINT', process.execPath, script(), 'SIGINT'],
  ['its script gets SIGHUP', process.execPath, script(), 'SIGHUP'],
  // Windows supports no other way to end a process.
  ['its script is killed', process.execPath, script(), 'SIGKILL'],
] as const) {
  test(`a service of "npm run serve" ends in order when ${title}`, async (t) => {
    const folder = await temporaryFolder(t);
    const started = await startProcess(
      command,
      [...args, '--data', folder],
      (output) => /^tracklens service: (\S+)$/m.exec(output)?.[1],
    );
    cleanup(t).defer(() => started.stop());
    assert.equal(await answers(started.found), true);
    const announcement = path.join(folder, 'service.json');
    assert.ok(existsSync(announcement));
    started.child.kill(signal);
    const deadline = Date.now() + limitMillis;
    while ((await answers(started.found)) || existsSync(announcement)) {
      assert.ok(Date.now() < deadline, 'the service still answers, or left its announcement behind');
      await pause(50);
    }
  });
}

function script(): string[] {
  return ['--conditions=@tracklens/source', inRoot('scripts', 'serve.ts')];
}

/** Whether a process listens at an address. */
function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (answer) => answer.body?.cancel().then(() => true) ?? true,
    () => false,
  );
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '@tracklens/core/test-support';
import { program, runCommandLine } from '../server/running-command.ts';
import { ownMounts, skipSmallDisk } from './small-disk.ts';

/** Disk sizes. Each disk is full at another moment of the start; only the last one is large enough. */
const kilobytes = [4, 16, 64, 128, 256, 512, 16_384];

test('a start on a disk that fills at any moment ends with one line and leaves no process', {
  skip: skipSmallDisk,
}, async (t) => {
  const outcomes = new Map<number, 'refused' | 'started'>();
  for (const size of kilobytes) {
    const folder = await temporaryFolder(t);
    const command = ['unshare', ...ownMounts, `${size}k`, folder, ...program, 'serve', '--data', `${folder}/data`];
    const service = runCommandLine(t, command as [string, ...string[]]);
    const started = await service.ready().then(
      () => true,
      () => false,
    );
    outcomes.set(size, started ? 'started' : 'refused');
    if (started) {
      service.child.kill('SIGTERM');
      assert.equal(await service.ended, 0, service.printed());
      continue;
    }
    assert.equal(await service.ended, 1, service.printed());
    assert.match(service.printed(), /^tracklens: The disk of \S+ is full \([^\n]+\)\. Free space there, [^\n]+\n$/);
  }
  assert.equal(outcomes.get(kilobytes[0]!), 'refused');
  assert.equal(outcomes.get(kilobytes.at(-1)!), 'started');
  t.diagnostic([...outcomes].map(([size, outcome]) => `${size}k ${outcome}`).join(', '));
});

/** Starts the service, stops it once it has its reserve, fills the disk, and starts the service again. */
const startFillStart = `
folder=$1; shift
"$@" >/dev/null & service=$!
until [ "$(stat -c %s "$folder/data/reserve" 2>/dev/null)" = 8388608 ]; do sleep 0.1; done
kill $service; wait $service
cat /dev/zero >"$folder/ballast" 2>/dev/null
exec "$@"`;

test('a service with a full disk starts by means of its reserved space', { skip: skipSmallDisk }, async (t) => {
  const folder = await temporaryFolder(t);
  const serve = [...program, 'serve', '--data', `${folder}/data`];
  const shell = ['sh', '-c', startFillStart, 'sh', folder, ...serve];
  const service = runCommandLine(t, ['unshare', ...ownMounts, '40m', folder, ...shell] as [string, ...string[]]);
  const url = await service.ready();
  assert.equal((await fetch(`${url}/clientlib/health/ping`)).status, 200);
});

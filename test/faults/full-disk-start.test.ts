import assert from 'node:assert/strict';
import { test } from 'node:test';
import { program, runCommandLine, scratchFolder } from '../server/running-command.ts';
import { mayMount, ownMounts } from './small-disk.ts';

/** Sizes of a disk, each of which is full at another moment of the start; the last one is large enough. */
const kilobytes = [4, 16, 64, 128, 256, 512, 16_384];

test('a start on a disk that becomes full at any moment ends with one line and leaves no process', {
  skip: mayMount,
}, async (t) => {
  const outcomes = new Map<number, 'refused' | 'started'>();
  for (const size of kilobytes) {
    const folder = await scratchFolder(t);
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

import assert from 'node:assert/strict';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { suiteCleanup, temporaryFolder } from '@tracklens/core/test-support';
import { contentHash, once, withLock } from './stamp.ts';

const stack = suiteCleanup();
let folder: string;
before(async () => {
  folder = await temporaryFolder(stack);
});

test('a step runs again only when an input, a fact or its result has changed', async () => {
  const input = path.join(folder, 'input.txt');
  let there = true;
  let count = 0;
  const step = (facts: string[] = []) =>
    once({ name: 'step', title: 'step', inputs: [input], facts, folder, present: () => there }, async () => {
      count += 1;
    });
  await writeFile(input, 'one');
  assert.equal(await step(), true);
  assert.equal(await step(), false);
  await writeFile(input, 'two');
  assert.equal(await step(), true);
  assert.equal(await step(['newer']), true);
  there = false;
  assert.equal(await step(['newer']), true);
  assert.equal(count, 4);
});

test('a failed step runs again', async () => {
  const step = { name: 'failing', title: 'failing', folder };
  await assert.rejects(
    once(step, () => Promise.reject(new Error('no space left'))),
    /no space left/,
  );
  assert.equal(await once(step, async () => {}), true);
});

test('a hash changes with a renamed file and ignores build results', async () => {
  const source = path.join(folder, 'source');
  await mkdir(path.join(source, 'dist'), { recursive: true });
  await writeFile(path.join(source, 'a.ts'), 'text');
  const first = await contentHash([source]);
  await writeFile(path.join(source, 'dist', 'a.js'), 'built');
  assert.equal(await contentHash([source]), first);
  await rm(path.join(source, 'a.ts'));
  await writeFile(path.join(source, 'b.ts'), 'text');
  assert.notEqual(await contentHash([source]), first);
});

test('a lock has one owner at a time and is taken over from a dead process', async () => {
  const lock = path.join(folder, 'lock');
  await writeFile(lock, '999999999');
  const order: string[] = [];
  await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      withLock(lock, async () => {
        order.push(`${name} in`);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`${name} out`);
      }),
    ),
  );
  for (let at = 0; at < order.length; at += 2) assert.equal(order[at]!.charAt(0), order[at + 1]!.charAt(0));
});

test('an empty lock, which a full disk leaves, is taken over', { timeout: 20_000 }, async () => {
  const lock = path.join(folder, 'empty-lock');
  await writeFile(lock, '');
  const hourAgo = new Date(Date.now() - 3_600_000);
  await utimes(lock, hourAgo, hourAgo);
  assert.equal(await withLock(lock, async () => 'done'), 'done');
});

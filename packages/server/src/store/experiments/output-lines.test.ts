import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testStore } from '../../testing/test-service.ts';
import { appendOutput, countOutputLines, type OutputLine, orderOutput, readOutput } from './output-lines.ts';

const line = (text: string, offset: number | null, time: number | null = null): OutputLine => ({
  text,
  offset,
  time,
  stderr: false,
});
const texts = (calls: OutputLine[][]) =>
  orderOutput(calls)
    .map((entry) => entry.text)
    .join('');

test('output and errors of separate calls are sorted in the order of writing', () => {
  assert.equal(
    texts([
      [line('a', 0), line('c', 2)],
      [line('b', 1), line('d', 3)],
    ]),
    'abcd',
  );
});

test('calls with offsets from zero are appended in order', () => {
  assert.equal(texts([[line('a', 0), line('b', 1)], [line('c', 0)], [line('d', 0)]]), 'abcd');
});

test('lines without offsets are in the order of arrival', () => {
  assert.equal(texts([[line('a', 5)], [line('x', null)], [line('b', 1)]]), 'axb');
});

test('a repeated call is stored once', () => {
  const call = [line('a', 0, 10), line('b', 1, 11)];
  assert.equal(texts([call, [line('c', 2, 12)], call]), 'abc');
});

test('the same text logged again is shown again', () => {
  assert.equal(texts([[line('a', 0, 10)], [line('a', 0, 20)]]), 'aa');
});

test('a client without offsets loses no line', () => {
  assert.equal(texts([[line('a', 0, 1), line('b', 0, 1)], [line('c', 0, 2)]]), 'abc');
});

test('long output is read whole, with and without offsets', () => {
  const count = 300_000;
  for (const offsetOf of [(index: number) => index, () => null]) {
    const lines = Array.from({ length: count }, (_, index) => line('x', offsetOf(index)));
    assert.equal(orderOutput([lines]).length, count);
  }
});

test('other requests are handled while long output is read or counted', async (t) => {
  const { db } = await (await testStore(t)).open();
  const parts = 500;
  for (let part = 0; part < parts; part++) await appendOutput(db, 'e', [line(`${part}\n`, part)]);
  let turns = 0;
  let timer = setImmediate(function count() {
    turns++;
    timer = setImmediate(count);
  });
  const output = await readOutput(db, 'e');
  const turnsOfRead = turns;
  const count = await countOutputLines(db, 'e');
  clearImmediate(timer);
  assert.deepEqual(
    output.map(({ text }) => text),
    Array.from({ length: parts }, (_, part) => `${part}\n`),
  );
  assert.equal(count, parts);
  assert.ok(turnsOfRead >= 10 && turns >= 20, `${turnsOfRead} and ${turns - turnsOfRead} turns`);
});

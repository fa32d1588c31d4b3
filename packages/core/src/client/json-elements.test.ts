import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseWireJson } from '../contract/index.ts';
import { jsonElements } from './json-elements.ts';

const encoder = new TextEncoder();

async function* inChunks(text: string, size: number) {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function elementsOf(text: string, size = text.length, field = 'list'): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const elements of jsonElements(inChunks(text, size), field, parseWireJson)) found.push(...elements);
  return found;
}

test('the elements are those of JSON.parse, wherever the text is divided', async () => {
  const object = fc.record({
    list: fc.array(fc.jsonValue()),
    before: fc.jsonValue(),
    'li"st\\': fc.jsonValue(),
    names: fc.array(fc.constantFrom('list', '"', '\\', '\\"', ']', '}', '{"list":[1]}')),
  });
  await fc.assert(
    fc.asyncProperty(object, fc.integer({ min: 1, max: 40 }), fc.constantFrom(0, 2), async (value, size, indent) => {
      const { list, ...others } = value;
      for (const ordered of [
        { list, ...others },
        { ...others, list },
      ]) {
        const expected = JSON.parse(JSON.stringify(list)) as unknown[];
        assert.deepEqual(await elementsOf(JSON.stringify(ordered, null, indent), size), expected);
      }
    }),
    { numRuns: 300 },
  );
});

test('a field that is absent, null or not a list has no elements', async () => {
  for (const text of ['{}', ' {"list": null}', '{"other": {"list": [1]}}', '{"other": "list", "a": [1]}']) {
    assert.deepEqual(await elementsOf(text, 3), [], text);
  }
});

test('bare words of Python are strings', async () => {
  assert.deepEqual(await elementsOf('{"list": [NaN, {"a": -Infinity}, "NaN,"]}', 5), [
    'NaN',
    { a: '-Infinity' },
    'NaN,',
  ]);
});

test('a text that is not a whole object is a syntax error', async () => {
  for (const text of ['', '[1]', '<html>', '{"list": [1, 2', '{"list": [1}', '{"list": [1 2]}']) {
    await assert.rejects(elementsOf(text), SyntaxError, text);
  }
});

test('a stream is read only as far as its elements are taken', async () => {
  let produced = 0;
  async function* endless() {
    yield encoder.encode('{"list":[0');
    for (;;) yield encoder.encode(`,${++produced}`);
  }
  for await (const [last] of jsonElements(endless(), 'list', parseWireJson)) {
    assert.ok(produced - (last as number) <= 1, `${produced} elements were read before ${last} was taken`);
    if (produced > 100) break;
  }
});

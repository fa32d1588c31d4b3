import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Uri } from 'vscode';

const { readTextUri } = await import('./text-uri.ts');
const read = (query: string) => readTextUri({ path: '/a ↔ b/code.py', query } as Uri);

test('the URI of a text names its experiment and its kind', () => {
  const text = { connection: 'local', experimentKey: 'key', what: 'code' } as const;
  assert.deepEqual(read(JSON.stringify(text)), text);
});

for (const query of [
  '',
  'null',
  '{}',
  '{"connection":1,"experimentKey":"key","what":"code"}',
  '{"connection":"local","experimentKey":"key","what":"toString"}',
]) {
  test(`${query || 'an empty query'} names no text`, () => assert.throws(() => read(query), /FileNotFound|not found/i));
}

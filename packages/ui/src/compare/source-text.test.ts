import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssetRecord } from '../source/content-source.ts';
import { sourceText } from './source-text.ts';

const file = (fileName: string, text: string, more: object = {}) =>
  ({
    assetId: fileName,
    fileName,
    fileSize: text.length,
    createdAt: 1,
    type: 'source_code',
    metadata: null,
    text,
    ...more,
  }) as unknown as AssetRecord & { text: string };

const source = (files: readonly (AssetRecord & { text: string })[], code = '') => ({
  assets: async () => files,
  asset: async (_key: string, id: string) =>
    new TextEncoder().encode(files.find(({ assetId }) => assetId === id)?.text ?? ''),
  code: async () => code,
});
const read = (given: ReturnType<typeof source>) => sourceText(given, 'k', new AbortController().signal);

test('the code of an experiment is its source files, the script first', async () => {
  const files = [
    file('/home/ada/net.py', 'class Net: pass'),
    file('/home/ada/train.py', 'import net', { metadata: { source_code_type: 'experiment_creation' } }),
    file('/home/ada/weights.bin', 'x', { type: 'asset' }),
  ];
  assert.deepEqual(await read(source(files)), {
    text: '── train.py ──\nimport net\n── net.py ──\nclass Net: pass',
    omitted: [],
  });
});

test('without source files the code is the script; without a script there is no code', async () => {
  assert.deepEqual(await read(source([], 'print(1)')), { text: 'print(1)', omitted: [] });
  assert.deepEqual(await read(source([])), { text: '', omitted: [] });
});

test('a file that is not text or too large is described by its size, and named as omitted', async () => {
  const big = file('dump.py', '', { fileSize: 5_000_000 });
  const binary = file('lib.py', '\u0000\u0001');
  assert.deepEqual(await read(source([big, binary])), {
    text: '── dump.py ──\n(5000000 bytes)\n── lib.py ──\n(2 bytes)',
    omitted: ['dump.py', 'lib.py'],
  });
});

test('of more than sixty files the others are named as omitted', async () => {
  const files = Array.from({ length: 62 }, (_, index) => file(`f${index}.py`, 'x'));
  const { text, omitted } = await read(source(files));
  assert.ok(text.endsWith('── f59.py ──\nx'));
  assert.deepEqual(omitted, ['f60.py', 'f61.py']);
});

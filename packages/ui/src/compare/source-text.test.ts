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
  assert.equal(await read(source(files)), '── train.py ──\nimport net\n── net.py ──\nclass Net: pass');
});

test('without source files the code is the script; without a script there is no code', async () => {
  assert.equal(await read(source([], 'print(1)')), 'print(1)');
  assert.equal(await read(source([])), '');
});

test('a file that is not text is described by its size', async () => {
  const big = file('dump.py', '', { fileSize: 5_000_000 });
  const binary = file('lib.py', '\u0000\u0001');
  assert.equal(await read(source([big, binary])), '── dump.py ──\n(5000000 bytes)\n── lib.py ──\n(2 bytes)');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssetRecord } from '../../source/content-source.ts';
import { isAmong } from './source-files.ts';

const file = (fileSize: number, kind: string | null) =>
  ({
    assetId: 'a',
    type: 'source_code',
    fileName: 'train.py',
    fileSize,
    metadata: kind === null ? null : { source_code_type: kind },
  }) as unknown as AssetRecord;

for (const [what, files, code, among] of [
  ['the logged script', [file(7, 'experiment_creation')], 'é = 1\n', true],
  ['another text that was set as well', [file(7, 'experiment_creation')], 'é = 1000\n', false],
  ['a text of the length of a file that is not the script', [file(7, null)], 'é = 1\n', false],
  ['a text without files', [], 'é = 1\n', false],
] as const) {
  test(`${what} is ${among ? '' : 'not '}among the files already`, () => assert.equal(isAmong(files, code), among));
}

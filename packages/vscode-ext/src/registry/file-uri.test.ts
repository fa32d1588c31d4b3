import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Uri } from 'vscode';
import type { ServiceFile } from './file-uri.ts';

const { fileQuery, readFileUri } = await import('./file-uri.ts');
const read = (query: string) => readFileUri({ path: '/train/labels.csv', query } as Uri);

const files: readonly ServiceFile[] = [
  { connection: 'local', assetId: 'asset', sizeBytes: 22, owner: { artifactVersionId: 'version' } },
  { connection: 'local', assetId: 'asset', sizeBytes: 0, owner: { experimentKey: 'key' } },
];
for (const file of files) {
  test(`the URI of a file names ${JSON.stringify(file)}`, () => assert.deepEqual(read(fileQuery(file)), file));
}

for (const query of [
  '',
  '{}',
  '["local","asset",22]',
  '["local","asset",22,{}]',
  '["local",1,22,{"experimentKey":"k"}]',
]) {
  test(`${query || 'an empty query'} names no file`, () => assert.throws(() => read(query)));
}

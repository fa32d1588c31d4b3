import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Uri } from 'vscode';

const { readFileUri } = await import('./file-uri.ts');
const read = (query: string) => readFileUri({ path: '/train/labels.csv', query } as Uri);

test('the URI of a file names its connection, its asset and its size', () => {
  assert.deepEqual(read('["local","asset","version",22]'), {
    connection: 'local',
    assetId: 'asset',
    artifactVersionId: 'version',
    sizeBytes: 22,
  });
});

for (const query of ['', '{}', '["local","asset","version"]', '["local",1,"version",22]']) {
  test(`${query || 'an empty query'} names no file`, () => assert.throws(() => read(query)));
}

import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TreeNodeOf } from '@tracklens/ui/trees';
import type { Services } from '../services.ts';

const { editor } = await import('../testing/editor-api.ts');
const { openFile } = await import('./open-file.ts');

const services = { connectionId: 'local', connection: { state: { kind: 'idle' } } } as unknown as Services;
const fileNode = (link?: string): TreeNodeOf<'file'> => ({
  id: '["run","asset"]',
  kind: 'file',
  label: 'weights.bin',
  expandable: false,
  file: { assetId: 'asset', sizeBytes: 0, ...(link === undefined ? {} : { link }), owner: { experimentKey: 'run' } },
});

test('a file of the service opens in an editor, one that is only a link in the browser', async (t) => {
  editor.takeOpened();
  await openFile(services, fileNode(), {});
  assert.deepEqual(editor.takeOpened().opened, ['command:vscode.open']);
  editor.answerWith('Open');
  t.after(() => editor.answerWith(undefined));
  await openFile(services, fileNode('https://files.example/weights.bin'), {});
  assert.deepEqual(editor.takeOpened().opened, ['https://files.example/weights.bin']);
});

test('a link that no browser opens is named', async () => {
  editor.takeOpened();
  await assert.rejects(openFile(services, fileNode('s3://bucket/weights.bin'), {}), {
    message: '{0} is stored outside of the service, at {1}.',
  });
  assert.deepEqual(editor.takeOpened().opened, []);
});

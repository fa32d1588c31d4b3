import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { recordingSummary } from '@tracklens/core/contract';
import type { TreeNode } from '@tracklens/ui/trees';
import { loggedFolder } from '../../../server/src/testing/logged-folder.ts';
import type { Services } from '../services.ts';
import { writeSourceProgram } from '../testing/source-program.ts';

// Loaded after the modules above, so that `vscode` resolves to the test double of the editor API.
const require = createRequire(import.meta.url);
const { editor, Uri } = require('../testing/editor-api.ts') as typeof import('../testing/editor-api.ts');
const { saveRecording } = require('./save-recording.ts') as typeof import('./save-recording.ts');

const row = (projectName: string, experimentKey: string) =>
  ({ kind: 'experiment', workspace: 'ada', projectName, target: { kind: 'experiment', experimentKey } }) as TreeNode;

test('experiments of one project are saved from the data folder of the local service', async (t) => {
  const { scratch, folder, experimentKey } = await loggedFolder(t);
  await mkdir(path.join(scratch, 'dist'));
  await writeSourceProgram(path.join(scratch, 'dist', 'tracklens.mjs'));
  const services = {
    context: { extensionUri: Uri.from({ scheme: 'file', path: scratch }) },
    connectionId: 'local',
    connections: { storageKey: () => folder },
    log: { info() {} },
  } as unknown as Services;
  const file = path.join(scratch, 'one.tracklens');
  editor.answerWith(file);
  t.after(() => editor.answerWith(undefined));
  await assert.rejects(saveRecording(services, [row('general', experimentKey), row('other', 'b')]), {
    message: 'Select experiments of one project to record them.',
  });
  await saveRecording(services, [row('general', experimentKey)]);
  assert.deepEqual(editor.takeOpened().questions, ['Save {0}', 'Saved {0}.']);
  const text = brotliDecompressSync(await readFile(file)).toString();
  assert.equal(recordingSummary(text)?.experimentCount, 1);
});

import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { recordingSummary } from '@tracklens/core/contract';
import type { TreeNode } from '@tracklens/ui/trees';
import { createApp } from '../../../server/src/service/app.ts';
import { openStore } from '../../../server/src/store/open-store.ts';
import { logExperiment, loggedFolder } from '../../../server/src/testing/logged-folder.ts';
import type { Services } from '../services.ts';
import { writeSourceProgram } from '../testing/source-program.ts';

// Loaded after the modules above, so that `vscode` resolves to the test double of the editor API.
const require = createRequire(import.meta.url);
const { editor, Uri } = require('../testing/editor-api.ts') as typeof import('../testing/editor-api.ts');
const { saveRecording } = require('./save-recording.ts') as typeof import('./save-recording.ts');

const row = (projectName: string, experimentKey: string) =>
  ({ kind: 'experiment', workspace: 'ada', projectName, target: { kind: 'experiment', experimentKey } }) as TreeNode;

/** Window with a local service whose data folder has an experiment, and the recording that it saves. */
async function windowOf(t: TestContext) {
  const { scratch, folder, experimentKey } = await loggedFolder(t);
  await mkdir(path.join(scratch, 'dist'));
  await writeSourceProgram(path.join(scratch, 'dist', 'tracklens.mjs'));
  const logged: string[] = [];
  const services = {
    context: { extensionUri: Uri.from({ scheme: 'file', path: scratch }) },
    connectionId: 'local',
    connections: { storageKey: () => folder },
    log: { info: (line: string) => logged.push(line) },
  } as unknown as Services;
  const file = path.join(scratch, 'one.tracklens');
  editor.answerWith(file);
  t.after(() => editor.answerWith(undefined));
  editor.takeOpened();
  return { services, folder, file, experimentKey, logged };
}

/** Logs an experiment that uses an artifact version of another one. */
async function logUse(folder: string, experimentKey: string, used: string): Promise<void> {
  const store = await openStore({ folder });
  try {
    await logExperiment(store, experimentKey);
    const app = createApp({ store, apiKey: 'key', session: { userName: 'ada', defaultWorkspaceName: 'ada' } });
    const send = async (path: string, body?: object) => {
      const json = body && { method: 'POST', body: JSON.stringify(body) };
      const headers = { authorization: 'key', 'content-type': 'application/json' };
      return await (await app.fetch(new Request(`http://127.0.0.1/api/rest/v2/${path}`, { headers, ...json }))).json();
    };
    const version = { experimentKey: used, artifactName: 'data', artifactType: 'dataset' };
    const { artifactVersionId } = await send('write/artifacts/upsert', version);
    await send('write/artifacts/state', { artifactVersionId, state: 'CLOSED' });
    await send(`artifacts/version?versionId=${artifactVersionId}&consumerExperimentKey=${experimentKey}`);
  } finally {
    await store.close();
  }
}

test('experiments of one project are saved from the data folder of the local service', async (t) => {
  const { services, file, experimentKey } = await windowOf(t);
  await assert.rejects(saveRecording(services, [row('general', experimentKey), row('other', 'b')]), {
    message: 'Select experiments of one project to record them.',
  });
  await saveRecording(services, [row('general', experimentKey)]);
  assert.deepEqual(editor.takeOpened().questions, ['Save {0}', 'Saved {0}.']);
  const text = brotliDecompressSync(await readFile(file)).toString();
  assert.equal(recordingSummary(text)?.experimentCount, 1);
});

test('in a remote window, a file of another machine is rejected before anything is recorded', async (t) => {
  const { services, file, experimentKey } = await windowOf(t);
  editor.answerWith(`vscode-local:${file}`);
  await assert.rejects(saveRecording(services, [row('general', experimentKey)]), {
    message: 'Choose a folder on the machine where the extension runs.',
  });
  await assert.rejects(readFile(file), { code: 'ENOENT' });
});

test('the message after saving says that parts were left out, which the log names', async (t) => {
  const { services, folder, experimentKey, logged } = await windowOf(t);
  const using = 'f'.repeat(32);
  await logUse(folder, using, experimentKey);
  await saveRecording(services, [row('general', using)]);
  const saved = 'Saved {0} without some parts. The log names them.';
  assert.deepEqual(editor.takeOpened().questions, ['Save {0}', saved]);
  assert.deepEqual(logged, ['Left out: 1 use of artifact versions that other experiments logged.']);
});

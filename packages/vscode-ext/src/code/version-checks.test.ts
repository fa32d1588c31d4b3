import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { cleanup } from '@tracklens/core/test-support';
import type * as vscode from 'vscode';
import type { Services } from '../services.ts';

// Imported after the modules above, so that they resolve to the test double of the editor API.
const { editor, window } = await import('../testing/editor-api.ts');
const { CodeReader } = await import('./code-reader.ts');
const { EditPause } = await import('./edit-pause.ts');
const { ExperimentLookup } = await import('./experiment-lookup.ts');
const { VersionChecks } = await import('./version-checks.ts');

/** Shows a document. Returns it, and a function that checks it and resolves to the messages of its problems. */
function shownDocument(t: TestContext, text: string, getRegistryModelDetails: (...names: string[]) => Promise<object>) {
  editor.setTrusted(true);
  const client = { url: 'http://127.0.0.1:5173', api: { getRegistryModelDetails } };
  const connections = {
    currentId: 'lab',
    profiles: () => [{ id: 'lab' }],
    of: () => ({ state: { kind: 'connected' }, client: async () => client }),
  };
  const services = { connections, log: { warn: assert.fail } } as unknown as Services;
  const checks = new VersionChecks(services.log, new ExperimentLookup(services), new CodeReader(), new EditPause());
  const document = {
    uri: { scheme: 'file' },
    languageId: 'python',
    version: 1,
    text,
    getText: () => document.text,
    positionAt: (offset: number) => offset,
  };
  window.visibleTextEditors = [{ document }];
  cleanup(t).defer(() => {
    checks.dispose();
    window.visibleTextEditors = [];
  });
  const problems = async () => {
    checks.checkIfVisible(document as unknown as vscode.TextDocument);
    return (await editor.nextDiagnostics()).map(({ message }) => message);
  };
  return { document, problems };
}

const versions = [{ version: '1.0.0' }];
const problem = 'The model “{0}” has no version {1}. Its newest version is {2}.';

test('the warning about a version leaves with the code that names it, also if that was the whole text', async (t) => {
  const text = 'comet_ml.API().download_registry_model("team", "net", "9.9.9")';
  const { document, problems } = shownDocument(t, text, async () => ({ versions }));
  assert.deepEqual(await problems(), [problem]);
  document.text = '';
  document.version++;
  assert.deepEqual(await problems(), []);
});

test('a document with many models sends a few requests at once', async (t) => {
  let [running, most] = [0, 0];
  const read = async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
    return { versions };
  };
  const calls = Array.from({ length: 100 }, (_, index) => `download_registry_model("team", "net-${index}", "9.9.9")`);
  const { problems } = shownDocument(t, `import comet_ml\n${calls.join('\n')}`, read);
  assert.deepEqual(await problems(), calls.fill(problem));
  assert.ok(most <= 8, `${most} at once`);
});

import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanup } from '@tracklens/core/test-support';
import type * as vscode from 'vscode';
import type { Services } from '../services.ts';

// Imported after the modules above, so that they resolve to the test double of the editor API.
const { editor, window } = await import('../testing/editor-api.ts');
const { CodeReader } = await import('./code-reader.ts');
const { EditPause } = await import('./edit-pause.ts');
const { ExperimentLookup } = await import('./experiment-lookup.ts');
const { VersionChecks } = await import('./version-checks.ts');

test('the warning about a version leaves with the code that names it, also if that was the whole text', async (t) => {
  editor.setTrusted(true);
  const api = { getRegistryModelDetails: async () => ({ versions: [{ version: '1.0.0' }] }) };
  const client = { url: 'http://127.0.0.1:5173', api };
  const connections = {
    currentId: 'lab',
    profiles: () => [{ id: 'lab' }],
    of: () => ({ state: { kind: 'connected' }, client: async () => client }),
  };
  const services = { connections, log: { warn: assert.fail } } as unknown as Services;
  const lookup = new ExperimentLookup(services);
  const checks = new VersionChecks(services.log, lookup, new CodeReader(), new EditPause());
  let text = 'comet_ml.API().download_registry_model("team", "net", "9.9.9")';
  const document = {
    uri: { scheme: 'file' },
    languageId: 'python',
    version: 1,
    getText: () => text,
    positionAt: (offset: number) => offset,
  };
  window.visibleTextEditors = [{ document }];
  cleanup(t).defer(() => {
    checks.dispose();
    window.visibleTextEditors = [];
  });
  const marks = async () => {
    checks.checkIfVisible(document as unknown as vscode.TextDocument);
    return (await editor.nextDiagnostics()).map(({ message }) => message);
  };
  assert.deepEqual(await marks(), ['The model “{0}” has no version {1}. Its newest version is {2}.']);
  text = '';
  document.version++;
  assert.deepEqual(await marks(), []);
});

import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextDocument } from 'vscode';
import type { Services } from '../services.ts';

const { editor, EventEmitter, workspace } = await import('../testing/editor-api.ts');
const { TextFiles } = await import('../text-files.ts');
const { editQuery } = await import('./edit-query.ts');
const { projectOf, queryTexts } = await import('./query-documents.ts');

/** Creates a window, and the values that it stores. */
function createWindow() {
  const stored = new Map<string, string>();
  const workspaceState = {
    get: (key: string, otherwise: string) => stored.get(key) ?? otherwise,
    update: async (key: string, text: string) => void stored.set(key, text),
  };
  const services = { context: { workspaceState }, connectionId: 'current' } as unknown as Services;
  editor.serve(new TextFiles(() => queryTexts(services), new EventEmitter<never>().event));
  return { services, stored };
}

test('a query that is edited replaces the text of the document, also when it is open', async () => {
  const { services, stored } = createWindow();
  const project = { workspace: 'team', projectName: 'vision' };
  const shown: string[] = [];
  for (const text of ['Metric("loss") < 1', 'Tag("best")', '']) {
    await editQuery(services, project, text);
    const [document] = workspace.textDocuments as unknown as [TextDocument];
    assert.deepEqual(projectOf(services, document), project);
    shown.push(document.getText());
    assert.deepEqual([...stored.values()], [document.getText()]);
  }
  assert.deepEqual(shown, ['Metric("loss") < 1', 'Tag("best")', 'Tag("best")']);
});

test('a query is stored as it is typed, whatever the encoding of files on disk', async (t) => {
  editor.set('files.encoding', 'latin1');
  t.after(() => editor.set('files.encoding', undefined));
  const { services, stored } = createWindow();
  await editQuery(services, { workspace: 'team', projectName: 'vision' }, 'Tag("naïve")');
  assert.deepEqual([...stored.values()], ['Tag("naïve")']);
});

test('projects of the same name on two services have their own queries', async () => {
  const { services } = createWindow();
  const of = (connectionId: string) => queryTexts({ ...services, connectionId });
  await of('local').write('team', 'vision', 'Tag("mine")');
  await of('https://host.example').write('team', 'vision', 'Tag("ours")');
  assert.equal(await of('local').read('team', 'vision'), 'Tag("mine")');
});

import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { QueryTarget } from '@tracklens/core/display';
import { cleanup } from '@tracklens/core/test-support';
import type { Services } from '../services.ts';

const { EventEmitter, editor, Range, window, workspace } = await import('../testing/editor-api.ts');
const { TextFiles } = await import('../text-files.ts');
const { queryLanguage, queryTexts, queryUri } = await import('./query-documents.ts');
const { runQueryDocument } = await import('./run-query.ts');

const project = { workspace: 'team', projectName: 'vision' };

/** Shows the query document of a project. Returns the document, and the queries whose results were replaced. */
async function shownDocument(t: TestContext) {
  const stored = new Map<string, unknown>();
  const workspaceState = {
    get: (key: string, otherwise: unknown) => stored.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void stored.set(key, value),
  };
  const replaced: (string | undefined)[][] = [];
  const replace = (before: QueryTarget | null, { query }: QueryTarget) => void replaced.push([before?.query, query]);
  const services = {
    context: { workspaceState },
    connectionId: 'current',
    panels: async () => ({ replace }),
    of: () => services,
  } as unknown as Services;
  editor.serve(new TextFiles(() => queryTexts(services), new EventEmitter<never>().event));
  const document = Object.assign(await workspace.openTextDocument(queryUri(project, 'current')), {
    languageId: queryLanguage,
  });
  window.activeTextEditor = { document };
  cleanup(t).defer(() => {
    window.activeTextEditor = undefined;
  });
  return { services, document, replaced };
}

test('the results of a query document replace its earlier ones, also after the window reloads', async (t) => {
  const { services, document, replaced } = await shownDocument(t);
  document.text = 'Tag("a")';
  await runQueryDocument(services);
  document.text = 'Tag("b")';
  await runQueryDocument(services);
  const reloaded = './run-query.ts?reloaded';
  document.text = 'Tag("c")';
  await (await import(reloaded)).runQueryDocument(services);
  assert.deepEqual(replaced, [
    [undefined, 'Tag("a")'],
    ['Tag("a")', 'Tag("b")'],
    ['Tag("b")', 'Tag("c")'],
  ]);
});

test('a mistake in a query document is selected, and is no failure of the command', async (t) => {
  const { services, document, replaced } = await shownDocument(t);
  document.text = 'Metric("loss") = 1';
  await assert.rejects(runQueryDocument(services), { name: 'UnmetCondition', message: /^Column 16: '=' is not/ });
  assert.deepEqual(window.activeTextEditor, { document, selection: new Range(15, 16) });
  assert.deepEqual(replaced, []);
});

import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompletionItem, Position, TextDocument } from 'vscode';
import type { Services } from '../services.ts';

const { l10n } = await import('../testing/editor-api.ts');
const { completions, lenses } = await import('./query-features.ts');

/** Returns the completions at the end of a query file, on which a project was chosen or not. */
async function completed(text: string, project?: object): Promise<CompletionItem[]> {
  const services = {
    context: { workspaceState: { get: () => project } },
    connections: { profiles: () => [] },
    connection: { state: { kind: 'signed-out' } },
  } as unknown as Services;
  const document = { uri: { scheme: 'file' }, getText: () => text, offsetAt: () => text.length };
  return await completions(services, document as unknown as TextDocument, {} as Position);
}

const labelOf = ({ label }: CompletionItem) => (typeof label === 'string' ? label : label.label);

test('a query file without a project offers to choose one, and leaves the text as it is', async () => {
  const [hint, ...others] = await completed('Metric("acc');
  assert.deepEqual([labelOf(hint!), others], ['Choose Project of Query', []]);
  assert.equal(hint!.command?.command, 'tracklens.chooseQueryProject');
  assert.equal(hint!.insertText, 'acc');
  assert.match(hint!.filterText!, /^acc/);
  assert.equal(labelOf((await completed("Parameter('")).at(-1)!), 'Choose Project of Query');
  const all = await completed('');
  assert.equal(labelOf(all.at(-1)!), 'Choose Project of Query');
  assert.ok(all.some((item) => labelOf(item) === 'Metric'));
});

test('a query file with a project has no such completion', async () => {
  const items = await completed('', { workspace: 'team', projectName: 'vision', connectionId: 'lab' });
  assert.ok(items.length > 0 && items.every((item) => item.command === undefined));
});

test('where no name of a project is expected, there is no such completion', async () => {
  for (const text of ['Metric("a") > 0.5', 'Metric("a") > 0.5 & ', '(']) {
    assert.ok(
      (await completed(text)).every((item) => item.command === undefined),
      text,
    );
  }
});

test('the code lens that runs a query names its project, without icons of its name', (t) => {
  t.mock.method(l10n, 't', (sentence: string, ...values: string[]) =>
    sentence.replaceAll(/\{(\d)\}/g, (_, index) => values[index]!),
  );
  const titleOf = (project?: object) => {
    const context = { workspaceState: { get: () => project } };
    const document = { uri: { scheme: 'file' } } as unknown as TextDocument;
    return lenses({ context } as unknown as Services, document)[0]?.command?.title;
  };
  assert.equal(titleOf(), '$(play) Run…');
  const title = titleOf({ workspace: 'team', projectName: 'vision $(trash)' });
  assert.equal(title, '$(play) Run in team / vision $\u200b(trash)');
});

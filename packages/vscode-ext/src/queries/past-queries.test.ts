import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { TreeNode } from '@tracklens/ui/trees';
import type { Services } from '../services.ts';

const { editor, EventEmitter, workspace } = await import('../testing/editor-api.ts');
const { TextFiles } = await import('../text-files.ts');
const { queryTexts } = await import('./query-documents.ts');
const { runQuery } = await import('./run-query.ts');

const project = { kind: 'project', workspace: 'team', projectName: 'vision' } as const;
const past = { connection: 'current', workspace: 'team', projectName: 'vision', query: 'Tag("best")' };

/** Starts *Run Query*, after a query was run before. */
async function startedRunQuery(t: TestContext, save: (search: unknown) => Promise<void>, query = past.query) {
  const stored = new Map<string, unknown>([['tracklens.queryHistory', [{ ...past, query }]]]);
  const workspaceState = {
    get: (key: string, otherwise: unknown) => stored.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void stored.set(key, value),
  };
  const services = {
    context: { workspaceState },
    connectionId: 'current',
    connection: { client: () => Promise.reject(new Error('Not connected.')) },
    connections: { profiles: () => [{ id: 'current', name: 'Team' }] },
    favorites: async () => ({ saveSearch: save }),
    of: () => services,
  } as unknown as Services;
  editor.serve(new TextFiles(() => queryTexts(services), new EventEmitter<never>().event));
  editor.takeOpened();
  t.after(() => editor.answerWith(undefined));
  const command = runQuery(services, { target: project } as unknown as TreeNode);
  return { command, box: await editor.nextInput() };
}

/** Opens the query history from *Run Query*, in which a query was typed. */
async function historyOfRunQuery(t: TestContext, save: (search: unknown) => Promise<void>) {
  const { command, box } = await startedRunQuery(t, save);
  box.type('Metric("loss") < 1');
  box.press(box.buttons[0]);
  const pick = await editor.nextInput();
  const [item] = pick.items as { readonly buttons: readonly unknown[] }[];
  /** Presses a button of the query; resolves when *Run Query* has ended. */
  const press = (index: number) => {
    pick.press({ item, button: item!.buttons[index] });
    return Promise.race([command, editor.nextInput().then(({ title }) => assert.fail(`${title} is shown again.`))]);
  };
  return { pick, press, item };
}

const none = async () => {};

test('a query that is saved from the history ends Run Query with its name asked', async (t) => {
  const saved: unknown[] = [];
  const { press } = await historyOfRunQuery(t, async (search) => void saved.push(search));
  editor.answerWith('Best runs');
  await press(1);
  const { connection: _, ...search } = past;
  assert.deepEqual(saved, [{ ...search, name: 'Best runs' }]);
  assert.deepEqual(editor.takeOpened().questions.slice(-2), ['Query History', 'Save Search']);
});

test('a query that is edited from the history ends Run Query with its document shown', async (t) => {
  const { press } = await historyOfRunQuery(t, none);
  await press(0);
  assert.deepEqual(
    workspace.textDocuments.map(({ text }) => text),
    ['Tag("best")'],
  );
});

test('a failure of a button of the history is that of the command', async (t) => {
  const { press } = await historyOfRunQuery(t, () => Promise.reject(new Error('The disk is full.')));
  editor.answerWith('Best runs');
  await assert.rejects(press(1), /The disk is full/);
});

test('Run Query continues with the chosen query of the history, after Escape with what was typed', async (t) => {
  const { pick, item } = await historyOfRunQuery(t, none);
  pick.activeItems = [item];
  pick.accept();
  assert.equal((await editor.nextInput()).value, 'Tag("best")');
  const other = await historyOfRunQuery(t, none);
  other.pick.hide();
  assert.equal((await editor.nextInput()).value, 'Metric("loss") < 1');
});

test('Enter while no query of the history matches what is typed does not close it', async (t) => {
  const { pick, item } = await historyOfRunQuery(t, none);
  pick.activeItems = [];
  pick.accept();
  pick.activeItems = [item];
  pick.accept();
  assert.equal((await editor.nextInput()).value, 'Tag("best")');
});

test('a query of several lines is shown in one, and keeps its lines unless it is changed', async (t) => {
  const lines = 'Metric("loss") < 1 or\r\n  Tag("best")';
  for (const change of ['', ' or Tag("last")']) {
    const { command, box } = await startedRunQuery(t, none, lines);
    assert.equal(box.value, 'Metric("loss") < 1 or Tag("best")');
    if (change !== '') box.type(box.value + change);
    box.press(box.buttons[1]);
    await command;
    const [document] = workspace.textDocuments;
    assert.equal(document?.text, change === '' ? lines : `Metric("loss") < 1 or Tag("best")${change}`);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryHistory } from './query-history.ts';

/** Returns an empty history, and the storage that it writes to. */
function emptyHistory() {
  const stored = new Map<string, unknown>();
  const workspaceState = {
    get: <T>(key: string, otherwise?: T) => (stored.get(key) ?? otherwise) as T,
    update: async (key: string, value: unknown) => void stored.set(key, value),
  };
  return { history: new QueryHistory({ workspaceState }), stored };
}

const past = (query: string, projectName = 'vision') => ({
  connection: 'demo',
  workspace: 'team',
  projectName,
  query,
});

test('queries are listed newest first, each once, by project', async () => {
  const { history } = emptyHistory();
  for (const query of ['a', 'b', ' a ']) await history.add(past(query));
  await history.add(past('a', 'speech'));
  assert.deepEqual(
    history.all().map(({ projectName, query }) => [projectName, query]),
    [
      ['speech', 'a'],
      ['vision', ' a '],
      ['vision', 'b'],
    ],
  );
  assert.deepEqual(
    history.of(past('')).map(({ query }) => query),
    [' a ', 'b'],
  );
  await history.remove(past('a'));
  assert.deepEqual(history.of(past('')), [past('b')]);
});

test('the oldest queries are forgotten, and what is stored wrongly is ignored', async () => {
  const { history, stored } = emptyHistory();
  for (let index = 0; index < 60; index++) await history.add(past(`Tag("${index}")`));
  assert.equal(history.all().length, 50);
  assert.equal(history.all()[0]!.query, 'Tag("59")');
  stored.set([...stored.keys()][0]!, [null, 3, { query: 'x' }, past('ok')]);
  assert.deepEqual(history.all(), [past('ok')]);
});

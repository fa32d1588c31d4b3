import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HostStorage } from '@tracklens/core/display';
import { queryHistory } from './query-history.ts';

function storageOf(texts = new Map<string, string>()): HostStorage {
  return {
    read: async (name) => texts.get(name) ?? null,
    async write(name, text) {
      if (text === null) texts.delete(name);
      else texts.set(name, text);
    },
  };
}

const past = (query: string) => ({ workspace: 'ada', projectName: 'digits', query });

test('queries are listed newest first, each once, for their connection alone', async () => {
  const storage = storageOf();
  const history = queryHistory({ storage, connection: 'a' })!;
  await Promise.all(['Tag("a")', 'Tag("b")', 'Tag("a")'].map((query) => history.add(past(query))));
  await queryHistory({ storage, connection: 'b' })!.add(past('Tag("c")'));
  assert.deepEqual(
    (await history.read()).map(({ query }) => query),
    ['Tag("a")', 'Tag("b")'],
  );
  await history.clear();
  assert.deepEqual(await history.read(), []);
  assert.equal((await queryHistory({ storage, connection: 'b' })!.read()).length, 1);
});

test('the history is limited, and invalid or unreadable texts are none', async () => {
  const storage = storageOf();
  const history = queryHistory({ storage })!;
  for (let index = 0; index <= 100; index++) await history.add(past(`Tag("${index}")`));
  assert.equal((await history.read()).length, 100);
  assert.equal((await history.read()).at(-1)!.query, 'Tag("1")');
  const invalid = new Map([['tracklens.queries', '[null, 7, {"query": "Tag(1)"}]']]);
  assert.deepEqual(await queryHistory({ storage: storageOf(invalid) })!.read(), []);
  const failing = { read: () => Promise.reject(new Error('away')), write: () => Promise.reject(new Error('away')) };
  assert.deepEqual(await queryHistory({ storage: failing })!.read(), []);
  await queryHistory({ storage: failing })!.add(past('Tag("a")'));
  assert.equal(queryHistory({}), null);
});

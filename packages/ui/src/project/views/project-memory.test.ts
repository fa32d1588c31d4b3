import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HostStorage, ViewState } from '@tracklens/core/display';
import { changedMemory, memoryKey, noMemory, projectMemories, rememberedPart } from './project-memory.ts';

const project = { kind: 'project', workspace: 'ada', projectName: 'digits' } as const;
const key = memoryKey('a', project);
const sorted = (column: string): ViewState => ({ version: 1, table: { sort: { column, descending: true } } });

/** Creates storage in memory that answers late, as a host does. */
function storageOf(texts = new Map<string, string>()): HostStorage & { readonly texts: ReadonlyMap<string, string> } {
  return {
    texts,
    read: async (name) => texts.get(name) ?? null,
    async write(name, text) {
      await new Promise(setImmediate);
      if (text === null) texts.delete(name);
      else texts.set(name, text);
    },
  };
}

test('columns, order, groups, pinned and hidden runs, and colors are remembered; searches and zooms are not', () => {
  const kept = {
    table: { columns: ['metric:loss'], sort: { column: 'state', descending: false }, top: ['a'], opened: ['tag=b'] },
    charts: {
      hidden: ['b'],
      colors: { a: '#aabbcc' },
      group: { by: 'tag', center: 'mean', band: 'std', members: true },
    },
    project: { axes: ['metric:loss'] },
  } as const;
  const state = {
    version: 1,
    selection: ['a'],
    table: { ...kept.table, search: 'mlp' },
    charts: { ...kept.charts, search: 'loss', zoom: { loss: { x: [0, 1] } } },
    project: { ...kept.project, part: 'compare', query: 'Tag("a")' },
  } as unknown as ViewState;
  assert.deepEqual(rememberedPart(state), { version: 1, ...kept });
});

test('each connection, project and query has its own memory', async () => {
  const storage = storageOf();
  const memories = projectMemories(storage);
  await memories.write(key, { arrangement: sorted('state') });
  assert.deepEqual(await projectMemories(storage).read(key), { view: undefined, arrangement: sorted('state') });
  const query = { ...project, kind: 'query', query: 'Tag("a")' } as const;
  for (const other of [
    memoryKey('b', project),
    memoryKey('a', { ...project, projectName: 'x' }),
    memoryKey('a', query),
  ])
    assert.equal(await memories.read(other), noMemory);
});

test('views that write at the same time lose nothing', async () => {
  const storage = storageOf();
  const keys = Array.from({ length: 5 }, (_, index) => `p${index}`);
  await Promise.all(keys.map((one) => projectMemories(storage).write(one, { arrangement: sorted(one) })));
  for (const one of keys) assert.deepEqual((await projectMemories(storage).read(one)).arrangement, sorted(one));
});

test('the stored text is limited: the least recently changed memories are dropped, and one that is too long', async () => {
  const storage = storageOf();
  const memories = projectMemories(storage);
  for (let index = 0; index <= 100; index++) await memories.write(`p${index}`, { arrangement: sorted('state') });
  assert.equal(await memories.read('p0'), noMemory);
  assert.notEqual(await memories.read('p1'), noMemory);
  const long = Array.from({ length: 6000 }, (_, index) => `metric:${String(index).padStart(20, '0')}`);
  await memories.write('long', { arrangement: { version: 1, table: { columns: long } } });
  assert.equal(await memories.read('long'), noMemory);
  assert.notEqual(await memories.read('p100'), noMemory);
  assert.ok(storage.texts.get('tracklens.arrangements')!.length < 200_000);
});

test('a reset deletes the memory, and invalid or unreadable texts are none', async () => {
  const storage = storageOf();
  const memories = projectMemories(storage);
  await memories.write(key, { view: 'v', arrangement: sorted('state') });
  await memories.write(key, noMemory);
  assert.deepEqual([...storage.texts], []);
  for (const text of [
    '{',
    '7',
    '[null, 3, {"key": 4}]',
    `[{"key": ${JSON.stringify(key)}, "state": {"version": 9}}]`,
  ]) {
    const read = await projectMemories(storageOf(new Map([['tracklens.arrangements', text]]))).read(key);
    assert.deepEqual(read.arrangement, { version: 1 });
  }
  const failing = { ...storage, read: () => Promise.reject(new Error('away')) };
  assert.equal(await projectMemories(failing).read(key), noMemory);
  await assert.rejects(projectMemories(failing).write(key, { arrangement: sorted('state') }), /away/);
});

test('a change updates only what it changed, so that an arrangement of a link or comparison is not remembered', () => {
  const memory = { arrangement: { ...sorted('state'), charts: { palette: 'standard' } } as ViewState };
  const linked: ViewState = { version: 1, table: { columns: ['metric:loss'] }, selection: ['a', 'b'] };
  const next = changedMemory(memory, linked, { ...linked, charts: { hidden: ['a'] } });
  assert.deepEqual(next.arrangement, { ...sorted('state'), charts: { palette: 'standard', hidden: ['a'] } });
  const removed = changedMemory(next, { version: 1, charts: { hidden: ['a'] } }, { version: 1 });
  assert.deepEqual(removed.arrangement, { ...sorted('state'), charts: { palette: 'standard' } });
});

test('of a named view only its id is remembered, and the own arrangement stays', () => {
  const memory = { arrangement: sorted('state') };
  const inView = changedMemory(memory, sorted('state'), { ...sorted('tag'), view: 'v' });
  assert.deepEqual(inView, { view: 'v', arrangement: sorted('state') });
  assert.equal(changedMemory(inView, { ...sorted('tag'), view: 'v' }, { ...sorted('metric:a'), view: 'v' }), inView);
  assert.deepEqual(changedMemory(inView, { ...sorted('tag'), view: 'v' }, { version: 1 }), memory);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure } from '../../source/failure.ts';
import { namedView, type ViewStorage } from '../../source/named-view.ts';
import { arrangementOf, findViews, hostViewStorage, isUntouched } from './named-views.ts';

const project = { workspace: 'ada', projectName: 'digits' };
const { signal } = new AbortController();

/** Creates host storage in memory; with `full`, writes fail. */
function memory() {
  const texts = new Map<string, string>();
  const kept = {
    texts,
    full: false,
    storage: {
      read: async (name: string) => texts.get(name) ?? null,
      async write(name: string, text: string | null) {
        if (kept.full) throw new Error('quota');
        if (text === null) texts.delete(name);
        else texts.set(name, text);
      },
    },
  };
  return kept;
}

const refusing = (kind: 'not-found' | 'unreachable'): ViewStorage => ({
  list: () => Promise.reject(failure(kind, 'x')),
  save: () => Promise.reject(failure(kind, 'x')),
  remove: () => Promise.reject(failure(kind, 'x')),
});

test('a host stores the views of each project separately, one of them the default', async () => {
  const views = hostViewStorage(memory());
  const first = await views.save(project, { name: ' <b>best</b> ', state: { version: 1, selection: ['a'] } });
  const second = await views.save(project, { name: 'all', state: { version: 1 }, isDefault: true });
  await views.save(project, { id: first.id, isDefault: true });
  assert.deepEqual(
    (await views.list(project, signal)).map(({ name, isDefault, state }) => [name, isDefault, state]),
    [
      ['<b>best</b>', true, { version: 1, selection: ['a'] }],
      ['all', false, { version: 1 }],
    ],
  );
  assert.deepEqual(await views.list({ ...project, projectName: 'other' }, signal), []);
  await views.remove(project, second.id);
  assert.equal((await views.list(project, signal)).length, 1);
});

test('changes of two panels at the same time are all stored', async () => {
  const { storage } = memory();
  const panels = [hostViewStorage({ storage }), hostViewStorage({ storage })] as const;
  const names = async () => (await panels[0].list(project, signal)).map(({ name }) => name);
  const [first] = await Promise.all(
    ['a', 'b'].map((name, at) => panels[at]!.save(project, { name, state: { version: 1 } })),
  );
  assert.deepEqual(await names(), ['a', 'b']);
  await Promise.all([
    panels[0].save(project, { name: 'c', state: { version: 1 } }),
    panels[1].remove(project, first!.id),
  ]);
  assert.deepEqual(await names(), ['b', 'c']);
});

test('two views cannot share a name, and one without a name is rejected', async () => {
  const views = hostViewStorage(memory());
  await views.save(project, { name: 'a', state: { version: 1 } });
  await assert.rejects(views.save(project, { name: 'a', state: { version: 1 } }), { kind: 'invalid' });
  await assert.rejects(views.save(project, { name: '  ', state: { version: 1 } }), { kind: 'invalid' });
  await assert.rejects(views.save(project, { id: 'gone', state: { version: 1 } }), { kind: 'invalid' });
});

test('a host without space reports that nothing was stored', async () => {
  const host = memory();
  const views = hostViewStorage(host);
  host.full = true;
  await assert.rejects(views.save(project, { name: 'a', state: { version: 1 } }), { kind: 'invalid' });
  assert.equal(host.texts.size, 0);
});

test('stored views are validated', async () => {
  const host = memory();
  const views = hostViewStorage(host);
  await views.save(project, { name: 'a', state: { version: 1 } });
  const [name] = [...host.texts.keys()];
  for (const broken of ['{', '5', '[null, 5, {"id":1}, {"id":"x"}]', '"x"']) {
    host.texts.set(name!, broken);
    assert.deepEqual(await views.list(project, signal), []);
  }
});

test('a service without named views leaves them to the host; an unreachable one does not', async () => {
  const own = hostViewStorage(memory());
  await own.save(project, { name: 'mine', state: { version: 1 } });
  const found = await findViews(refusing('not-found'), own, project, signal);
  assert.deepEqual([found.storedBy, found.views.map(({ name }) => name)], ['host', ['mine']]);
  await assert.rejects(findViews(refusing('unreachable'), own, project, signal), { kind: 'unreachable' });
});

test('a view of a newer version has no state that could be drawn or overwritten by mistake', () => {
  const record = { viewId: 'v', viewName: 'n', state: { version: 2, table: {} } };
  assert.equal(namedView(record).state, null);
  assert.deepEqual(namedView({ ...record, state: { version: 1, tab: 5 } }).state, { version: 1 });
});

test('a view contains only the arrangement', () => {
  const state = { version: 1, tab: 'images', tabs: { notes: { search: 'x' } }, view: 'v', selection: ['a'] } as const;
  assert.deepEqual(arrangementOf({ ...state, selection: ['a'] }), { version: 1, selection: ['a'] });
  assert.equal(isUntouched({ version: 1, tab: 'images', view: 'v' }), true);
  assert.equal(isUntouched({ version: 1, selection: [] }), false);
});

test('a temporary read failure of the host loses no stored view', async () => {
  const host = memory();
  const views = hostViewStorage(host);
  await views.save(project, { name: 'a', state: { version: 1 } });
  const away = hostViewStorage({ storage: { ...host.storage, read: () => Promise.reject(new Error('away')) } });
  await assert.rejects(away.save(project, { name: 'b', state: { version: 1 } }), /away/);
  await assert.rejects(Promise.resolve(away.list(project, signal)), /away/);
  assert.deepEqual(
    (await views.list(project, signal)).map(({ name }) => name),
    ['a'],
  );
});

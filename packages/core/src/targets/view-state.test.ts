import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { linkWithState, stateOfLink } from './link-state.ts';
import { isNewerViewState, readViewState, sameArrangement, type ViewState } from './view-state.ts';

const name = fc.string({ unit: 'grapheme', maxLength: 40 });
const state: fc.Arbitrary<ViewState> = fc.record(
  {
    version: fc.constant(1 as const),
    tab: fc.constantFrom('images' as const, 'charts' as const),
    view: fc.string({ minLength: 1, maxLength: 40 }),
    table: fc.record(
      { columns: fc.array(name), search: name, differencesOnly: fc.boolean() },
      { requiredKeys: [], noNullPrototype: true },
    ),
    tabs: fc.record(
      {
        images: fc.record(
          { search: name, chosen: fc.array(name), step: fc.integer() },
          { requiredKeys: [], noNullPrototype: true },
        ),
        assets: fc.record(
          { sort: fc.constant({ column: 'size' as const, descending: true }) },
          { requiredKeys: [], noNullPrototype: true },
        ),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
    selection: fc.array(name),
  },
  { requiredKeys: ['version'], noNullPrototype: true },
) as fc.Arbitrary<ViewState>;

test('a state is preserved in JSON and in a link', () => {
  fc.assert(
    fc.property(state, (given) => {
      assert.deepEqual(readViewState(JSON.parse(JSON.stringify(given))), given);
      const link = linkWithState('http://127.0.0.1:5000/ada/digits?viewId=v#old', given);
      if (link === null) return;
      assert.ok(link.startsWith('http://127.0.0.1:5000/ada/digits?viewId=v#view='));
      assert.deepEqual(stateOfLink(new URL(link).hash), given);
    }),
  );
});

test('reading never throws, and its result is read back unchanged', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (any, part) => {
      for (const given of [any, { version: 1, table: part, tabs: part }]) {
        const read = readViewState(given);
        assert.deepEqual(readViewState(read), read);
      }
      assert.ok(stateOfLink(`#view=${String(typeof any === 'string' ? any : '')}`) !== undefined);
    }),
  );
});

test('invalid fields are dropped, and the others are retained', () => {
  const read = readViewState({
    version: 1,
    tab: 'no such tab',
    selection: ['a'],
    table: { columns: 5, search: 'loss' },
    tabs: { images: { step: 'x', search: 'cat' }, hologram: { depth: 3 } },
  });
  assert.deepEqual(read, {
    version: 1,
    selection: ['a'],
    table: { search: 'loss' },
    tabs: { images: { search: 'cat' } },
  });
});

test('a state of a newer version is reported and not interpreted', () => {
  assert.equal(isNewerViewState({ version: 2, selection: ['a'] }), true);
  assert.deepEqual(readViewState({ version: 2, selection: ['a'] }), { version: 1 });
  for (const other of [{ version: 1 }, { version: '2' }, null, 2, []]) assert.equal(isNewerViewState(other), false);
});

test('absent, empty and reordered fields do not change an arrangement', () => {
  const one: ViewState = { version: 1, view: 'a', table: { search: '', sort: { column: 'c', descending: false } } };
  const other: ViewState = { selection: undefined, table: { sort: { descending: false, column: 'c' } }, version: 1 };
  assert.equal(sameArrangement(one, other), true);
  assert.equal(sameArrangement(one, { ...one, table: { sort: { column: 'd', descending: false } } }), false);
  assert.equal(sameArrangement(one, { ...one, selection: [] }), false, 'nothing chosen is not our own choice');
});

test('a state too large for a URL has no link', () => {
  const selection = Array.from({ length: 400 }, (_, index) => `experiment-${index}-of-many`);
  assert.equal(linkWithState('http://127.0.0.1/', { version: 1, selection }), null);
});

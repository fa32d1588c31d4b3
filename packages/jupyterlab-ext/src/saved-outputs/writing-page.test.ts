import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWritingPage, stateFollowing } from './writing-page.ts';

const user = { user: { name: 'ada' } };
const following = { ...user, tracklensFollows: ['run'] };

function pagesOf(clientID: number, states: Readonly<Record<number, Record<string, unknown>>>) {
  const pages = new Map(Object.entries(states).map(([id, state]) => [Number(id), state]));
  return {
    clientID,
    getStates: () => pages,
    getLocalState: () => pages.get(clientID) ?? null,
    setLocalStateField: (name: string, value: unknown) =>
      void pages.set(clientID, { ...pages.get(clientID), [name]: value }),
  };
}

for (const [title, clientID, states, isWriting] of [
  ['the only page writes', 7, { 7: user }, true],
  ['of two pages, the one with the lower id writes', 7, { 7: user, 9: user }, true],
  ['of two pages, the one with the higher id does not write', 9, { 7: user, 9: user }, false],
  ['a page that follows the run writes instead of one that cannot', 9, { 7: user, 9: following }, true],
  ['a page that does not follow the run leaves it to the other', 7, { 7: user, 9: following }, false],
  ['of two pages that follow the run, the one with the lower id writes', 9, { 7: following, 9: following }, false],
  ['the server is not a page', 9, { 3: {}, 9: user }, true],
  ['a page that has not connected yet writes', 9, {}, true],
] as const) {
  test(title, () => {
    assert.equal(isWritingPage(pagesOf(clientID, states), 'run'), isWriting);
  });
}

test('a page states each run that it follows once', () => {
  const pages = pagesOf(9, { 7: user, 9: user });
  for (const output of ['other', 'run', 'run']) stateFollowing(pages, output);
  assert.deepEqual(pages.getLocalState(), { ...user, tracklensFollows: ['other', 'run'] });
  assert.equal(isWritingPage(pages, 'run'), true);
});

test('a notebook that is not shared is written by its page', () => {
  stateFollowing(null, 'run');
  assert.equal(isWritingPage(null, 'run'), true);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ViewState } from '@tracklens/core/display';
import { ViewStateStore } from './view-state-store.ts';

test('changes by the user are reported to the host, and every change to the components', () => {
  const reported: ViewState[] = [];
  const store = new ViewStateStore({ version: 1 }, (state) => reported.push(state));
  const seen: ViewState[] = [];
  store.subscribe(() => seen.push(store.state));
  store.setState((before) => ({ ...before, tab: 'charts' }));
  store.setState((before) => ({ ...before, selection: ['a'] }));
  store.setState((before) => before);
  store.replace({ version: 1, tab: 'code' });
  assert.deepEqual(reported, [
    { version: 1, tab: 'charts' },
    { version: 1, tab: 'charts', selection: ['a'] },
  ]);
  assert.deepEqual(seen, [...reported, { version: 1, tab: 'code' }]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Services } from '../services.ts';
import { servicesOfView } from './saved-view-services.ts';

test('the live view of a saved view is that of its service, and without a connection to it that of the current one', () => {
  const ids = ['https://team.example', 'https://lab.example'];
  const window = {
    connectionId: ids[0],
    connections: { currentId: ids[0], profiles: () => ids.map((id) => ({ id })), of: () => ({ url: null }) },
    of: (connectionId: string) => ({ connectionId }),
  } as unknown as Services;
  const connectionOf = (url?: string) => servicesOfView({ url }, window).connectionId;
  assert.equal(connectionOf('https://lab.example/ada/digits'), 'https://lab.example');
  for (const url of ['https://team.example/ada/digits', 'https://other.example/ada/digits', 'no address', undefined]) {
    assert.equal(connectionOf(url), 'https://team.example', url);
  }
});

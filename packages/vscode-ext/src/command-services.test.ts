import './testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TreeNode } from '@tracklens/ui/trees';
import type { Services } from './services.ts';

// Imported after the modules above, so that they resolve to the test double of the editor API.
const { commandArguments } = await import('./command-services.ts');

const selected = { id: 'a', kind: 'experiment', connection: 'selected' } as TreeNode;
const window = {
  connectionId: 'current',
  of: (connectionId: string) => ({ connectionId }),
  trees: { experiments: { selection: [selected], latest: () => undefined } },
} as unknown as Services;

/** Returns the connection and the number of rows that a command gets. */
function given(active: string | null, node?: unknown, nodes?: unknown) {
  const { services, nodes: rows } = commandArguments(window, active, node as TreeNode | undefined, nodes);
  return [services.connectionId, rows.length];
}

test('a command applies to the connection of its rows, or of the active panel, or of the selected rows', () => {
  const row = { id: 'b', kind: 'experiment', connection: 'lab' };
  assert.deepEqual(given('active', row), ['lab', 1]);
  assert.deepEqual(given('active', row, [row, { ...row, id: 'c' }]), ['lab', 2]);
  assert.deepEqual(given('active'), ['active', 0]);
  assert.deepEqual(given(null), ['selected', 0]);
  assert.throws(() => given(null, row, [row, selected]), { message: 'Select items of one connection.' });
});

test('a command at the title of a panel applies to its connection: the editor passes an address, not a row', () => {
  const address = { scheme: 'webview-panel', path: 'webview-panel/webview-1' };
  assert.deepEqual(given('active', address, { groupId: 0 }), ['active', 0]);
  assert.deepEqual(given('active', address, [address]), ['active', 0]);
});

import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TreeNode } from '@tracklens/ui/trees';
import type { ConnectionsOptions } from './connections.ts';

const { editor } = await import('../testing/editor-api.ts');
const { Connections } = await import('./connections.ts');
const { connectionOf } = await import('./connection-commands.ts');

test('a command on the row of a connection that another window has removed applies to no other one', async (t) => {
  const setting = 'tracklens.service.connections';
  t.after(() => editor.set(setting, undefined));
  editor.set(setting, [{ url: 'https://a.example' }, { url: 'https://b.example' }]);
  const stored = new Map([['tracklens.signedOut', ['environment']]]);
  const memento = { get: (key: string, otherwise: unknown) => stored.get(key) ?? otherwise };
  const context = { workspaceState: memento, globalState: memento };
  const connections = new Connections({ context, own: [] } as unknown as ConnectionsOptions);
  const row = { connection: 'https://a.example' } as TreeNode;
  const chosen = () => connectionOf({ connections }, row, 'Sign Out', () => true);
  assert.equal((await chosen())?.id, 'https://a.example');
  editor.set(setting, [{ url: 'https://b.example' }]);
  await assert.rejects(chosen, { message: 'This window has no connection “{0}”.' });
});

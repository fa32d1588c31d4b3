import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../testing/use-editor-api.ts';

const { editor, workspace } = await import('../testing/editor-api.ts');
const { readSavedConnections, saveConnection, withConnection } = await import('./connection-profiles.ts');

const team = { name: 'Team', url: 'https://team.example', color: 'green' } as const;

test('saved connections are read without invalid entries and with one for each URL', () => {
  const value = [
    team,
    { name: '', url: 'host.example/clientlib/' },
    { name: 'Again', url: 'https://team.example/' },
    { name: 'No URL' },
    { url: 'ftp://host' },
    { url: 'https://user:secret@host.example' },
    null,
    7,
  ];
  assert.deepEqual(readSavedConnections(value), [
    team,
    { name: 'host.example', url: 'https://host.example', color: 'blue' },
  ]);
  for (const other of [undefined, null, 'text', {}]) assert.deepEqual(readSavedConnections(other), []);
});

test('a connection is added with the name of its host and a color that no other has', () => {
  const [, added] = withConnection([{ ...team, color: 'blue' }], 'http://127.0.0.1:5000', {});
  assert.deepEqual(added, { name: '127.0.0.1:5000', url: 'http://127.0.0.1:5000', color: 'green' });
});

test('a connection is changed and removed by its URL', () => {
  const other = { name: 'Other', url: 'https://other.example', color: 'blue' } as const;
  const renamed = withConnection([team, other], team.url, { name: 'Lab' });
  assert.deepEqual(renamed, [{ ...team, name: 'Lab' }, other]);
  assert.deepEqual(withConnection(renamed, team.url, null), [other]);
  assert.deepEqual(withConnection([team], team.url, {}), [team]);
});

test('an invalid entry of the setting stays when another connection is saved or removed', async (t) => {
  const setting = 'tracklens.service.connections';
  const stored = () => workspace.getConfiguration().get(setting, []);
  t.after(() => editor.set(setting, undefined));
  const invalid = { name: 'Lab', url: 'ftp://lab.example' };
  editor.set(setting, [invalid, team]);
  await saveConnection(team.url, { name: 'Lab' });
  assert.deepEqual(stored(), [{ ...team, name: 'Lab' }, invalid]);
  await saveConnection(team.url, null);
  assert.deepEqual(stored(), [invalid]);
});

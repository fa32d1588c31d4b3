import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPersistedPanel, readToHost, readToPage } from './panel-messages.ts';

/** Returns the keys of more experiments than a state can have selected. */
const manyKeys = () => Array<string>(10_001).fill('abc');
const target = { kind: 'experiment', experimentKey: 'abc' };

for (const message of [
  { type: 'ready' },
  { type: 'bridge', message: { any: 1 } },
  { type: 'open', target, newPanel: true, activate: false },
  { type: 'open', target, newPanel: false, activate: true, state: { version: 1, tab: 'charts' } },
  { type: 'openExternal', url: 'https://host.example/x' },
  { type: 'report', message: 'no', remedy: 'yes' },
  { type: 'stateChanged', state: { version: 1, tab: 'charts' } },
  { type: 'readStored', id: 0, name: 'views' },
  { type: 'store', id: 1, name: 'views', text: null },
  { type: 'manage', id: 1, command: 'archive-experiments', experimentKeys: ['abc', 'def'] },
]) {
  test(`the host understands ${message.type}`, () => assert.deepEqual(readToHost(message), message));
}

for (const [what, message] of [
  ['nothing', undefined],
  ['an unknown type', { type: 'run', command: 'x' }],
  ['a target of no kind', { type: 'open', target: { kind: 'file' }, newPanel: true, activate: true }],
  [
    'a key that holds a path',
    { type: 'open', target: { kind: 'experiment', experimentKey: '../x' }, newPanel: true, activate: true },
  ],
  ['an endless link', { type: 'openExternal', url: `https://${'x'.repeat(2000)}` }],
  ['a state of another version', { type: 'stateChanged', state: { version: 2 } }],
  ['a text without end', { type: 'store', id: 1, name: 'views', text: 'x'.repeat(200_001) }],
  ['a number that is none', { type: 'readStored', id: -1, name: 'views' }],
  ['a command on a key that holds a path', { type: 'manage', id: 1, command: 'x', experimentKeys: ['../x'] }],
  ['a command with a connection of its own', { type: 'manage', id: 1, command: { path: '/x' }, experimentKeys: [] }],
  ['what only the host says', { type: 'show', target, state: { version: 1 } }],
] as const) {
  test(`the host drops ${what}`, () => assert.equal(readToHost(message), null));
}

test('an error with a long text of the service is reported, shortened', () => {
  const message = readToHost({ type: 'report', message: 'x'.repeat(5000), remedy: 'y'.repeat(5000) });
  assert.deepEqual(message, { type: 'report', message: 'x'.repeat(2000), remedy: 'y'.repeat(2000) });
});

test('the host runs a command on any number of experiments', () => {
  const message = { type: 'manage', id: 1, command: 'archive-experiments', experimentKeys: manyKeys() };
  assert.deepEqual(readToHost(message), message);
});

test('the host keeps a state without the selection that is too large for it', () => {
  const state = { version: 1, tab: 'charts' };
  const message = readToHost({ type: 'stateChanged', state: { ...state, selection: manyKeys() } });
  assert.deepEqual(message, { type: 'stateChanged', state });
});

test('the page accepts show and bridge messages and ignores others', () => {
  const show = {
    type: 'show',
    target,
    connection: 'https://team.example',
    storageKey: 'https://team.example',
    state: { version: 1 },
    missing: { message: 'You are signed out.', remedy: 'Sign in.', action: 'Sign In' },
    pollMillis: 5000,
    strings: { Charts: 'Diagramme' },
    language: 'de',
  };
  assert.deepEqual(readToPage(show), show);
  assert.equal(readToPage({ type: 'show', target }), null);
  const recording = { type: 'showRecording', payload: { any: 1 }, strings: {}, language: 'de' };
  assert.deepEqual(readToPage(recording), recording);
  assert.equal(readToPage({ type: 'ready' }), null);
});

test('a stored panel is restored; an invalid one is ignored', () => {
  assert.deepEqual(readPersistedPanel({ target, state: { version: 1 } }), {
    target,
    state: { version: 1 },
    connection: null,
  });
  const connection = 'https://team.example';
  assert.deepEqual(readPersistedPanel({ target, connection }), { target, state: undefined, connection });
  assert.equal(readPersistedPanel({ target: null }), null);
  assert.equal(readPersistedPanel(undefined), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFromOutput, readToOutput } from './output-messages.ts';

const target = { kind: 'project', workspace: 'demo', projectName: 'digits' };

test('the host accepts the messages of a renderer', () => {
  for (const message of [
    { type: 'hello' },
    { type: 'follow' },
    { type: 'follow', service: 'https://host.example' },
    { type: 'bridge', message: null, service: 'https://host.example' },
    { type: 'open', target, newPanel: false, activate: true },
    { type: 'open', target, newPanel: false, activate: true, state: { version: 1, table: { search: 'mlp' } } },
    { type: 'openExternal', url: 'https://host.example' },
  ]) {
    assert.deepEqual(readFromOutput(message), message);
  }
});

test('the host rejects commands, states and invalid targets of an output', () => {
  for (const message of [
    'hello',
    { type: 'follow', service: 'file:///etc' },
    { type: 'command', command: 'workbench.action.terminal.new' },
    { type: 'stateChanged', state: { version: 1 } },
    { type: 'open', target: { kind: 'project', workspace: 'demo' }, newPanel: false, activate: true },
    { type: 'open', target, newPanel: false, activate: true, state: { version: 1, tab: 'shell' } },
  ]) {
    assert.equal(readFromOutput(message), null);
  }
});

test('the renderer accepts only connection and bridge messages', () => {
  assert.deepEqual(readToOutput({ type: 'connection', live: true }), { type: 'connection', live: true });
  assert.equal(readToOutput({ type: 'connection', live: 'yes' }), null);
  assert.equal(readToOutput({ type: 'html', html: '<b>' }), null);
});

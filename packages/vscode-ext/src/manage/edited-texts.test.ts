import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '@tracklens/core/browser';
import { fakeTransport } from '@tracklens/core/testing';
import type { Services } from '../services.ts';

const { window } = await import('../testing/editor-api.ts');
const { editedTexts } = await import('./edited-texts.ts');

test('the status bar names the saved text, without icons of the name of its experiment', async (t) => {
  let status = '';
  t.mock.method(window, 'setStatusBarMessage', (text: string) => {
    status = text;
  });
  const api = new API({ transport: fakeTransport(() => ({ json: { values: [] } })) });
  const changed: unknown[] = [];
  const services = { connection: { client: async () => ({ api }) }, changes: { fire: changed.push.bind(changed) } };
  const subject = { kind: 'experiment', experimentKey: 'a', name: 'calm $(trash)', workspace: 'w', projectName: 'p' };
  const owner = JSON.stringify(['edit-experiment-notes', subject]);
  await editedTexts(services as unknown as Services).write(owner, 'calm', 'Some notes');
  assert.deepEqual(changed, [['a']]);
  assert.equal(status, '$(check) Saved: Notes of calm $\u200b(trash).');
});

import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Services } from '../services.ts';

const { editor } = await import('../testing/editor-api.ts');
const { copyTrainingSnippet } = await import('./copy-training-snippet.ts');

test('the snippet for a remote service is copied while the local service does not start', async () => {
  const services = {
    connection: { client: async () => ({ url: 'https://team.example' }) },
    local: {
      folder: '/data',
      configuration: async () => {
        throw new Error('The service did not start.');
      },
    },
  };
  await copyTrainingSnippet(services as unknown as Services);
  assert.match(editor.takeOpened().opened.join(), /^copied:import getpass.*"https:\/\/team\.example\/clientlib\/"/s);
});

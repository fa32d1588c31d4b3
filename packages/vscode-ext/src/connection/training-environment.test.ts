import { cleanup } from '@tracklens/core/test-support';
import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { type TestContext, test } from 'node:test';
import type { ExtensionContext } from 'vscode';
import type { ServiceConfiguration } from './connection.ts';

// Loaded after the modules above, so that `vscode` resolves to the test double of the editor API.
const require = createRequire(import.meta.url);
const { editor } = require('../testing/editor-api.ts') as typeof import('../testing/editor-api.ts');
const { TrainingEnvironment } = require('./training-environment.ts') as typeof import('./training-environment.ts');

const serviceAt = (port: number): ServiceConfiguration => {
  return { url: `http://127.0.0.1:${port}`, apiKey: `key-${port}`, source: 'local' };
};

function trainingEnvironment(t: TestContext) {
  const stored = new Map<string, unknown>();
  const context = {
    environmentVariableCollection: { clear() {}, replace() {} },
    workspaceState: {
      get: (key: string) => stored.get(key),
      update: async (key: string, value: unknown) => void stored.set(key, value),
    },
  };
  const environment = new TrainingEnvironment(context as unknown as ExtensionContext);
  cleanup(t).defer(() => {
    environment.dispose();
    editor.answerWith(undefined);
    editor.takeOpened();
  });
  return environment;
}

for (const [what, next, expected] of [
  ['was stopped', null, undefined],
  ['was started at another port', serviceAt(2), 'key-2'],
] as const) {
  test(`a late “Yes” sets no variables of a service that ${what}`, async (t) => {
    const before = process.env.COMET_API_KEY;
    const answer = Promise.withResolvers<string>();
    editor.answerWith(answer.promise);
    const environment = trainingEnvironment(t);
    environment.set(serviceAt(1));
    const asked = environment.ask();
    environment.set(next);
    answer.resolve('Yes');
    await asked;
    assert.equal(process.env.COMET_API_KEY, expected ?? before);
    environment.set(null);
    assert.equal(process.env.COMET_API_KEY, before);
  });
}

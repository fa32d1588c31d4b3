import './testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type * as vscode from 'vscode';
import { Connection } from './connection/connection.ts';

// Imported after the modules above, so that they resolve to the test double of the editor API.
const { editor } = await import('./testing/editor-api.ts');
const { showProblem } = await import('./problem-message.ts');
const { ConnectionProblem } = await import('./connection/connection.ts');

const configuration = { url: 'http://127.0.0.1:1', apiKey: 'secret', source: 'sign-in' } as const;
const log = { error: (line: string) => assert.fail(`logged again: ${line}`) } as unknown as vscode.LogOutputChannel;

// Other test files may share the test double.
beforeEach(() => void editor.takeOpened());

test('the buttons of a connection problem do nothing once the connection works', async () => {
  let isRejected = true;
  const connection = new Connection({
    find: async () => configuration,
    async connect() {
      if (isRejected) throw new ConnectionProblem('unauthorized', 'The service does not accept the API key.');
      return 'client';
    },
  });
  const problem = await connection.client().catch((error: unknown) => error);
  editor.answerWith('Sign In');
  const shown = 'The service does not accept the API key. Sign in again with a valid API key.';
  await showProblem(problem, log);
  assert.deepEqual(editor.takeOpened(), { opened: ['command:tracklens.signIn'], questions: [shown] });
  isRejected = false;
  await connection.client();
  await showProblem(problem, log);
  assert.deepEqual(editor.takeOpened(), { opened: [], questions: [shown, 'The connection to {0} works now.'] });
});

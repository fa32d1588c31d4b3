import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '@tracklens/core';
import { fakeTransport } from '@tracklens/core/testing';
import '../testing/use-editor-api.ts';

const { NamedTitle } = await import('./named-title.ts');

const first = 'a'.repeat(32);
const second = 'b'.repeat(32);
const experiment = (experimentKey: string) => ({ kind: 'experiment', experimentKey }) as const;

/** Panel whose title is read from a service that answers when the test says so. */
function titledPanel() {
  const answers = new Map<string, (name: string) => void>();
  const transport = fakeTransport(({ query }) => {
    const experimentKey = Object.fromEntries(query).experimentKey!;
    return new Promise((done) => {
      const metadata = { experimentKey, workspaceName: 'w', projectName: 'p' };
      answers.set(experimentKey, (experimentName) => done({ json: { ...metadata, experimentName } }));
    });
  });
  const client = { api: new API({ transport, cache: false }) };
  const connection = { client: async () => client };
  const panel = { title: '' };
  const title = new NamedTitle(panel, {
    connection: connection as never,
    connections: { profiles: () => [] } as never,
    connectionId: 'one',
  });
  const answer = async (key: string, name: string) => {
    while (!answers.has(key)) await new Promise(setImmediate);
    answers.get(key)!(name);
  };
  return { panel, title, answer };
}

test('a late name of an earlier experiment is not the title of the panel', async () => {
  const { panel, title, answer } = titledPanel();
  const early = title.show(experiment(first));
  title.reset();
  const late = title.show(experiment(second));
  assert.equal(panel.title, second.slice(0, 9));
  await answer(second, 'second run');
  await late;
  assert.equal(panel.title, 'second run');
  await answer(first, 'first run');
  await early;
  assert.equal(panel.title, 'second run');
});

test('a name that is read after the panel was closed is ignored', async () => {
  const { panel, title, answer } = titledPanel();
  const shown = title.show(experiment(first));
  title.dispose();
  Object.defineProperty(panel, 'title', {
    set() {
      throw new Error('Webview is disposed');
    },
  });
  await answer(first, 'first run');
  await shown;
});

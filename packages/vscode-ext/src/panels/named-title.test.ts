import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '@tracklens/core';
import { fakeTransport } from '@tracklens/core/testing';
import '../testing/use-editor-api.ts';

const { NamedTitle } = await import('./named-title.ts');

const first = 'a'.repeat(32);
const second = 'b'.repeat(32);
const experiment = (experimentKey: string) => ({ kind: 'experiment', experimentKey }) as const;

/** Panel whose title is read from a service that responds when the test says so. */
function titledPanel(profiles: readonly object[] = []) {
  const names = { [first]: Promise.withResolvers<string>(), [second]: Promise.withResolvers<string>() };
  const transport = fakeTransport(async ({ query }) => {
    const { experimentKey } = Object.fromEntries(query);
    const experimentName = await names[experimentKey!]!.promise;
    return { json: { experimentKey, experimentName, workspaceName: 'w', projectName: 'p' } };
  });
  const client = { api: new API({ transport }) };
  const panel = { title: '' };
  const title = new NamedTitle(panel, {
    connection: { client: async () => client } as never,
    connections: { profiles: () => profiles } as never,
    connectionId: 'one',
  });
  return { panel, title, names };
}

test('a late name of an earlier experiment is not the title of the panel', async () => {
  const { panel, title, names } = titledPanel();
  const early = title.show(experiment(first));
  title.reset();
  const late = title.show(experiment(second));
  assert.equal(panel.title, second.slice(0, 9));
  names[second]!.resolve('second run');
  await late;
  assert.equal(panel.title, 'second run');
  names[first]!.resolve('first run');
  await early;
  assert.equal(panel.title, 'second run');
});

test('a long name is shortened in the middle, before the name of the connection', async () => {
  const { panel, title, names } = titledPanel([{ id: 'one', name: 'demo data' }, { id: 'two' }]);
  const shown = title.show(experiment(first));
  names[first]!.resolve('an experiment with many words in its name, of seed 17');
  await shown;
  assert.equal(panel.title, 'an experiment with m…ts name, of seed 17 · demo data');
  title.reset();
  await title.show({ kind: 'project', workspace: 'w', projectName: 'a-project-that-is-named-after-a-branch-of-git' });
  assert.equal(panel.title, 'a-project-that-is-na…ter-a-branch-of-git · demo data');
  title.reset();
  await title.show({
    kind: 'query',
    workspace: 'w',
    projectName: 'p',
    query: `Metric("loss") < 0.0123456\n& ~Tag("x")`,
  });
  assert.equal(panel.title, 'Query: Metric("loss") < 0.0123456 & ~Tag("x") · demo data');
});

test('a name that is read after the panel was closed is ignored', async () => {
  const { panel, title, names } = titledPanel();
  const shown = title.show(experiment(first));
  title.dispose();
  Object.defineProperty(panel, 'title', {
    set() {
      throw new Error('Webview is disposed');
    },
  });
  names[first]!.resolve('first run');
  await shown;
});

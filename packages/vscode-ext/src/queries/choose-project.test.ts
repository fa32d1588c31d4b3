import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '@tracklens/core/browser';
import type { Target } from '@tracklens/core/display';
import { fakeTransport } from '@tracklens/core/testing';
import type { Services } from '../services.ts';

const { editor } = await import('../testing/editor-api.ts');
const { projectFor } = await import('./choose-project.ts');

/** Service with one workspace; null does not respond. */
type FakeService = readonly string[] | null;

/**
 * Returns the services of a window with connections, by id. The first is the current one. Those in `delays` respond
 * after these promises.
 */
function windowOf(
  served: Readonly<Record<string, FakeService>>,
  activeTarget: Target | null = null,
  delays: Readonly<Record<string, Promise<void>>> = {},
): Services {
  const ids = Object.keys(served);
  const clientOf = (id: string) => {
    const projects = served[id];
    if (!projects) throw new Error(`${id} does not respond.`);
    const transport = fakeTransport(async ({ path }) => {
      await delays[id];
      if (path.endsWith('/workspaces')) return { json: { workspaceNames: ['team'] } };
      const rows = projects.map((projectName) => ({ projectId: projectName, projectName, workspaceName: 'team' }));
      return { json: { projects: rows } };
    });
    return { api: new API({ transport }), url: `http://${id}.example` };
  };
  const connections = {
    currentId: ids[0],
    profiles: () => ids.map((id) => ({ id, name: `Service ${id}`, color: 'blue' })),
    of: (id: string) => ({
      state: { kind: served[id] ? 'connected' : 'unreachable' },
      client: async () => clientOf(id),
    }),
  };
  const of = (id: string) =>
    ({ log: { debug() {} }, connections, connectionId: id, connection: connections.of(id), of, panels }) as never;
  const panels = async () => ({ activeTarget });
  return of(ids[0]!);
}

interface Item {
  readonly label: string;
  readonly kind?: number;
}

/** Returns the labels of the items of a list, those of separators in brackets. */
const labelsOf = (items: readonly unknown[]) =>
  (items as Item[]).map(({ label, kind }) => (kind === undefined ? label : `[${label}]`));

/** Picks the item with a label once all services have responded. Returns the labels of all, and what was chosen. */
async function picked(services: Services, label: string) {
  const choice = projectFor(services, undefined, 'Run Query');
  const input = await Promise.race([editor.nextInput(), choice.then(() => null)]);
  while (input?.busy) await Promise.race([choice, new Promise(setImmediate)]);
  if (input) {
    input.activeItems = (input.items as Item[]).filter((item) => item.label === label);
    input.accept();
    // Without an item of this label, the list stays open.
    input.hide();
  }
  const chosen = await choice;
  return { offered: labelsOf(input?.items ?? []), chosen: chosen && [chosen.services.connectionId, chosen.project] };
}

test('projects of all connected services are offered, those of the current one first', async () => {
  const { offered, chosen } = await picked(
    windowOf({ lab: ['vision'], cloud: ['speech', 'text'], lost: null }),
    'text',
  );
  assert.deepEqual(offered, ['[Service lab]', 'vision', '[Service cloud]', 'speech', 'text']);
  assert.deepEqual(chosen, ['cloud', { workspace: 'team', projectName: 'text' }]);
});

test('the projects of one service have no separator', async () => {
  const { offered, chosen } = await picked(windowOf({ lab: ['vision'], empty: [] }), 'vision');
  assert.deepEqual([offered, chosen], [['vision'], ['lab', { workspace: 'team', projectName: 'vision' }]]);
});

test('a current service that does not respond leaves the projects of the others, and is reported without any', async () => {
  const { offered, chosen } = await picked(windowOf({ lost: null, cloud: ['text'] }), 'text');
  assert.deepEqual([offered, chosen?.[0]], [['text'], 'cloud']);
  await assert.rejects(picked(windowOf({ lost: null, cloud: [] }), 'text'), { message: 'lost does not respond.' });
  await assert.rejects(picked(windowOf({ lab: [] }), 'text'), { message: /^There is no project yet/ });
});

test('projects can be chosen while another service does not respond, and later ones do not change the choice', async () => {
  const slow = Promise.withResolvers<void>();
  const services = windowOf({ lab: ['vision'], cloud: ['text'] }, null, { lab: slow.promise });
  const choice = projectFor(services, undefined, 'Run Query');
  const input = await editor.nextInput();
  while (input.items.length === 0) await new Promise(setImmediate);
  assert.deepEqual(labelsOf(input.items), ['text']);
  slow.resolve();
  while (input.busy) await new Promise(setImmediate);
  assert.deepEqual(labelsOf(input.items), ['[Service lab]', 'vision', '[Service cloud]', 'text']);
  input.accept();
  assert.deepEqual((await choice)?.project, { workspace: 'team', projectName: 'text' });
});

test('the project of the active panel is used without a question', async () => {
  for (const target of [
    { kind: 'project', workspace: 'team', projectName: 'vision' },
    { kind: 'query', workspace: 'team', projectName: 'vision', query: 'Tag("a")' },
  ] as const) {
    const { offered, chosen } = await picked(windowOf({ lab: ['vision', 'text'] }, target), 'text');
    assert.deepEqual([offered, chosen], [[], ['lab', target]]);
  }
  const experiment = { kind: 'experiment', experimentKey: 'k' } as const;
  const { offered } = await picked(windowOf({ lab: ['vision', 'text'] }, experiment), 'text');
  assert.deepEqual(offered, ['vision', 'text']);
});

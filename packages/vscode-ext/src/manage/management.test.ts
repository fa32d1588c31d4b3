import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '@tracklens/core/browser';
import { fakeTransport } from '@tracklens/core/testing';
import type { TreeNode } from '@tracklens/ui/trees';
import type { Services } from '../services.ts';

const { editor } = await import('../testing/editor-api.ts');
const { commandArguments } = await import('../command-services.ts');
const { changeSelected, renameSelected } = await import('./management.ts');

const [a, b] = ['https://a.example', 'https://b.example'];

/** Returns the row of an experiment, as the tree of its connection knows it. */
const rowOf = (name: string, connection?: string): TreeNode => ({
  id: JSON.stringify(['team', 'vision', name]),
  kind: 'experiment',
  workspace: 'team',
  projectName: 'vision',
  state: 'finished',
  label: name,
  expandable: false,
  target: { kind: 'experiment', experimentKey: name },
  ...(connection === undefined ? {} : { connection }),
});

/**
 * Returns a window with two connections, of which the first is the current one and has the active panel, with rows
 * selected in the experiments and in the registry. `used` are the connections that commands used.
 */
function windowWith(...selection: readonly TreeNode[]) {
  const inTree = (kind: TreeNode['kind']) => selection.filter((row) => row.kind === kind);
  const used = new Set<string>();
  const experiment = { experimentKey: 'shown', experimentName: 'in the panel', workspaceName: 'team' };
  const api = new API({ transport: fakeTransport(() => ({ json: { ...experiment, projectName: 'vision' } })) });
  const of = (connectionId: string): unknown => ({
    of,
    connectionId,
    connections: { currentId: a },
    connection: {
      async client() {
        used.add(connectionId);
        return { api };
      },
    },
    trees: { experiments: { selection: inTree('experiment') }, registry: { selection: inTree('model') } },
    panels: async () => ({ activeTarget: { kind: 'experiment', experimentKey: 'shown' } }),
  });
  editor.takeOpened();
  // Key bindings and the palette pass no row.
  return { used, services: commandArguments(of(a) as Services, a, undefined, undefined).services };
}

test('the selected row is renamed on its connection, also next to a panel of another one', async () => {
  const { used, services } = windowWith(rowOf('calm-lake', b));
  await renameSelected(services);
  assert.deepEqual(editor.takeOpened().questions, ['Rename calm-lake']);
  assert.deepEqual([...used], [b]);
});

test('the row of the only connection is renamed on the current one', async () => {
  const { used, services } = windowWith(rowOf('calm-lake'));
  await renameSelected(services.of(b));
  assert.deepEqual(editor.takeOpened().questions, ['Rename calm-lake']);
  assert.deepEqual([...used], [a]);
});

test('without a selected row, the experiment of the panel is not renamed', async () => {
  const { used, services } = windowWith();
  await assert.rejects(renameSelected(services), /Select one experiment or one project/);
  assert.deepEqual([editor.takeOpened().questions, [...used]], [[], []]);
});

test('changes are offered for what is selected in each view, and apply to the connection of its rows', async (t) => {
  const target = { kind: 'model', workspace: 'team', modelName: 'net' };
  const model = { id: 'net', kind: 'model', label: 'net', connection: a, target } as TreeNode;
  const { used, services } = windowWith(rowOf('calm-lake', b), model);
  t.after(() => editor.answerWith(undefined));
  editor.answerWith('New Version…');
  await changeSelected(services);
  assert.deepEqual(editor.takeOpened().questions.slice(0, 2), ['{0} selected', 'New version of net']);
  assert.deepEqual([...used], [a]);
  editor.answerWith('Delete…');
  await changeSelected(services);
  const [, question] = editor.takeOpened().questions;
  assert.match(question!, /^Its metrics, files and everything else/);
  assert.deepEqual([...used], [a, b]);
});

test('changes are offered for the selected rows of one connection, or else for the experiment of the panel', async () => {
  const ofRows = windowWith(rowOf('calm-lake', b));
  await changeSelected(ofRows.services);
  assert.deepEqual(editor.takeOpened().questions, ['calm-lake']);
  const ofPanel = windowWith();
  await changeSelected(ofPanel.services);
  assert.deepEqual(editor.takeOpened().questions, ['in the panel']);
  assert.deepEqual([...ofPanel.used], [a]);
  const ofTwo = windowWith(rowOf('calm-lake', b), rowOf('wild-river', a));
  await assert.rejects(changeSelected(ofTwo.services), /Select items of one connection/);
});

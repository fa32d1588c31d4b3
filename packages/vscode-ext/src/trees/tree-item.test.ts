import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf, type TreeNode, type TreeNodeOf } from '@tracklens/ui/trees';
import { translateBy } from '../sentence.ts';
import { treeRow } from './tree-item.ts';

const experiment: TreeNodeOf<'experiment'> = {
  id: '["demo","digits","abc"]',
  kind: 'experiment',
  workspace: 'demo',
  projectName: 'digits',
  label: 'fast-boat',
  description: '12 s',
  expandable: true,
  state: 'finished',
  target: { kind: 'experiment', experimentKey: 'abc' },
};

test('a click on an experiment previews it, its menu may display it', () => {
  const row = treeRow(experiment);
  assert.equal(row.command, 'tracklens.previewTarget');
  assert.equal(row.contextValue, 'experiment target displayable finished');
  assert.equal(row.id, experiment.id);
});

test('each state of an experiment has its own icon, distinguished by shape and not by color alone', () => {
  const icons = (['running', 'finished', 'crashed'] as const).map((state) => treeRow({ ...experiment, state }).icon.id);
  assert.equal(new Set(icons).size, 3);
});

test('a click on a row with children only expands it', () => {
  const project: TreeNode = {
    id: '["demo","digits"]',
    kind: 'project',
    label: 'digits',
    badge: '14',
    expandable: true,
    target: { kind: 'project', workspace: 'demo', projectName: 'digits' },
  };
  const row = treeRow(project);
  assert.equal(row.command, undefined);
  assert.equal(row.description, '14');
  assert.equal(row.contextValue, 'project target displayable');
});

test('a name that is written from right to left keeps the description behind it', () => {
  assert.equal(treeRow({ ...experiment, label: '\u05d0\u05d1' }).label, '\u2068\u05d0\u05d1\u2069');
  assert.equal(treeRow({ ...experiment, label: 'größe 1 ★' }).label, 'größe 1 ★');
});

test('a model version shows its status and has no display cell', () => {
  const row = treeRow({
    id: '["demo","m","1.0.0"]',
    kind: 'version',
    label: '1.0.0',
    badge: 'Production',
    description: 'best',
    expandable: false,
    target: { kind: 'model', workspace: 'demo', modelName: 'm', version: '1.0.0' },
  });
  assert.equal(row.description, 'Production  ·  best');
  assert.deepEqual(row.icon, { id: 'tag', color: 'charts.green' });
  assert.equal(row.contextValue, 'version target');
});

test('a screen reader reads the state of an experiment once', () => {
  const crashed = { ...experiment, state: 'crashed', description: 'crashed · 2s' } as const;
  assert.equal(treeRow(crashed).spoken, 'experiment, fast-boat, crashed · 2s');
});

test('screen reader texts are in the language of the editor, except names', () => {
  assert.equal(treeRow({ ...experiment, starred: true }).spoken, 'experiment, starred, fast-boat, finished, 12 s');
  const german: Readonly<Record<string, string>> = {
    experiment: 'Experiment',
    starred: 'gemerkt',
    finished: 'beendet',
    'artifact version': 'Artefaktversion',
  };
  translateBy((english) => german[english] ?? english);
  try {
    assert.equal(treeRow({ ...experiment, starred: true }).spoken, 'Experiment, gemerkt, fast-boat, beendet, 12 s');
    const version = {
      id: '["demo","a","1.0.0"]',
      kind: 'artifact-version',
      artifactId: 'a1',
      artifactName: 'a',
      version: '1.0.0',
      label: 'running',
      expandable: true,
    } as const;
    assert.equal(treeRow(version).spoken, 'Artefaktversion, running');
  } finally {
    translateBy((english) => english);
  }
});

for (const [own, command] of [
  [{ kind: 'more', offset: 200 }, 'tracklens.showMore'],
  [{ kind: 'problem', failure: failureOf({ code: 'unreachable' }) }, 'tracklens.refreshTrees'],
  [{ kind: 'empty' }, undefined],
  [{ kind: 'workspace', workspace: 'demo' }, undefined],
] as const) {
  test(`a click on a ${own.kind} row runs ${command ?? 'nothing'}`, () =>
    assert.equal(treeRow({ id: '[]', label: 'x', expandable: false, ...own }).command, command));
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparison } from './comparison.ts';
import type { TreeNode } from './tree-node.ts';

const experiment = (experimentKey: string, projectName = 'vision'): TreeNode => ({
  id: `["team","${projectName}","${experimentKey}"]`,
  kind: 'experiment',
  workspace: 'team',
  projectName,
  target: { kind: 'experiment', experimentKey },
  state: 'finished',
  label: experimentKey,
  expandable: false,
});

test('the selected experiments of a project are compared in its view, each once', () => {
  const other: TreeNode = { id: '["team"]', kind: 'workspace', workspace: 'team', label: 'team', expandable: true };
  assert.deepEqual(comparison([experiment('a'), other, experiment('b'), experiment('a')]), {
    target: { kind: 'project', workspace: 'team', projectName: 'vision' },
    state: { version: 1, selection: ['a', 'b'], project: { part: 'compare' } },
  });
});

test('one experiment, and those of several projects, are not compared', () => {
  assert.equal(comparison([experiment('a'), experiment('a')]), 'too few');
  assert.equal(comparison([experiment('a'), experiment('b', 'speech')]), 'several projects');
});

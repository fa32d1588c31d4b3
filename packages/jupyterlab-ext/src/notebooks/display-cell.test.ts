import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displayCell } from './display-cell.ts';

test('an experiment is displayed by its key, on the charts unless a tab is named', () => {
  const target = { kind: 'experiment', experimentKey: 'abc123' } as const;
  assert.equal(displayCell(target, 'python'), 'import tracklens\n\ntracklens.display("abc123", tab="charts")');
  assert.match(displayCell({ ...target, tab: 'metrics' }, 'typescript')!, /display\(\{ tab: "metrics" \}\)/);
});

test('names stay text in the code, whatever they hold', () => {
  const target = { kind: 'project', workspace: 'a"b', projectName: 'c\\d\n")' } as const;
  assert.equal(
    displayCell(target, 'python'),
    'import tracklens\n\ntracklens.display_project("a\\"b", "c\\\\d\\n\\")")',
  );
});

test('what no call displays gives no cell', () => {
  assert.equal(displayCell({ kind: 'model', workspace: 'w', modelName: 'm' }, 'python'), null);
  assert.equal(displayCell({ kind: 'project', workspace: 'w', projectName: 'p' }, 'typescript'), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displayCell } from './display-cell.ts';
import type { Target } from './target.ts';

const experiment: Target = { kind: 'experiment', experimentKey: 'abc123' };

for (const [what, target, language, expected] of [
  ['an experiment in Python', experiment, 'python', 'import tracklens\n\ntracklens.display("abc123", tab="charts")'],
  [
    'an experiment in Python at its tab',
    { ...experiment, tab: 'metrics' },
    'python',
    'import tracklens\n\ntracklens.display("abc123", tab="metrics")',
  ],
  [
    'a project whose names hold quotes and line ends',
    { kind: 'project', workspace: 'a"b', projectName: 'c\nd' },
    'python',
    'import tracklens\n\ntracklens.display_project("a\\"b", "c\\nd")',
  ],
  [
    'a project in a named view',
    { kind: 'project', workspace: 'a', projectName: 'b', viewId: 'v"1' },
    'python',
    'import tracklens\n\ntracklens.display_project("a", "b", view_id="v\\"1")',
  ],
  ['a project in TypeScript has no call', { kind: 'project', workspace: 'a', projectName: 'b' }, 'typescript', null],
  [
    'the results of a query',
    { kind: 'query', workspace: 'a', projectName: 'b', query: 'Tag("c")', archived: true },
    'python',
    'import tracklens\n\ntracklens.query("a", "b", "Tag(\\"c\\")", archived=True)',
  ],
  ['an experiment in another language has no call', experiment, 'R', null],
  ['a model has no call', { kind: 'model', workspace: 'a', modelName: 'b' }, 'python', null],
] satisfies [string, Target, string, string | null][]) {
  test(`a display cell: ${what}`, () => assert.equal(displayCell(target, language), expected));
}

test('a display cell in TypeScript awaits the experiment and its display', () => {
  assert.match(displayCell(experiment, 'typescript')!, /await experiment\.display\(\{ tab: "charts" \}\);$/);
});

test('a display cell names the service of a connection, which is not the configured one', () => {
  const connection = { url: 'https://tracking.example.org' };
  assert.match(
    displayCell(experiment, 'python', connection)!,
    /^tracklens\.connect\("https:\/\/tracking\.example\.org"\)\.display\("abc123", tab="charts"\)$/m,
  );
  assert.match(
    displayCell({ kind: 'project', workspace: 'a', projectName: 'b' }, 'python', connection)!,
    /^tracklens\.connect\("https:\/\/tracking\.example\.org"\)\.display_project\("a", "b"\)$/m,
  );
  assert.match(
    displayCell({ kind: 'query', workspace: 'a', projectName: 'b', query: 'c' }, 'python', connection)!,
    /^tracklens\.connect\("https:\/\/tracking\.example\.org"\)\.query\("a", "b", "c"\)$/m,
  );
  assert.match(
    displayCell(experiment, 'typescript', connection)!,
    /new API\(\{ url: "https:\/\/tracking\.example\.org" \}\)/,
  );
});

test('a display cell in Python names a connection of JupyterLab, so that Python finds its key', () => {
  const connection = { url: 'https://tracking.example.org', name: 'Team "A"' };
  assert.match(
    displayCell(experiment, 'python', connection)!,
    /^tracklens\.connect\(name="Team \\"A\\""\)\.display\(/m,
  );
  assert.match(displayCell(experiment, 'typescript', connection)!, /url: "https:/);
});

import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TreeNode } from '@tracklens/ui/trees';
import type * as vscode from 'vscode';

const { treeDrag } = await import('./drag-rows.ts');

/** Returns what dragged rows carry, by type. The row of another connection has to name its service. */
async function dragged(...nodes: Partial<TreeNode>[]): Promise<Map<string, string>> {
  const items = new Map<string, { readonly value: string }>();
  const urlOf = ({ connection }: TreeNode) => (connection === 'other' ? 'https://other.example.org' : undefined);
  const token = {} as vscode.CancellationToken;
  await treeDrag(urlOf).handleDrag!(nodes as TreeNode[], items as unknown as vscode.DataTransfer, token);
  return new Map([...items].map(([type, { value }]) => [type, value]));
}

const experiment = { label: 'calm-lake', target: { kind: 'experiment', experimentKey: 'abc' } } as const;

test('a dragged experiment is its key as text, and code for the languages of cells', async () => {
  const data = await dragged(experiment);
  assert.equal(data.get('text/plain'), 'abc');
  const code = JSON.parse(data.get('application/vnd.tracklens.cells+json')!);
  assert.deepEqual(Object.keys(code), ['python', 'typescript', 'javascript']);
  assert.equal(code.python, 'import tracklens\n\ntracklens.display("abc", tab="charts")');
});

test('rows that no call displays are their names, and code names the service of another connection', async () => {
  const project = { kind: 'project', workspace: 'team', projectName: 'vision' } as const;
  const model = { kind: 'model', workspace: 'team', modelName: 'classifier' } as const;
  const data = await dragged({ connection: 'other', target: project }, { target: model });
  assert.equal(data.get('text/plain'), 'team/vision\nteam/classifier');
  const { python } = JSON.parse(data.get('application/vnd.tracklens.cells+json')!);
  assert.equal(
    python,
    'import tracklens\n\ntracklens.connect("https://other.example.org").display_project("team", "vision")',
  );
});

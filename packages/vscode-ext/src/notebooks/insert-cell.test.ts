import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { TreeNode } from '@tracklens/ui/trees';
import type { Services } from '../services.ts';

const { window, workspace } = await import('../testing/editor-api.ts');
const { insertDisplayCell } = await import('./insert-cell.ts');

/** Inserts the cell of an experiment into a notebook. Returns how often the notebook was changed. */
async function inserted(t: TestContext, scheme: string, accepts: boolean): Promise<number> {
  const apply = t.mock.method(workspace, 'applyEdit', async () => accepts);
  const notebook = { uri: { scheme }, cellCount: 0, getCells: () => [] };
  window.activeNotebookEditor = { notebook };
  t.after(() => {
    window.activeNotebookEditor = undefined;
  });
  const services = { connections: { urlUnlessCurrent: () => undefined } } as unknown as Services;
  const row = { target: { kind: 'experiment', experimentKey: 'abc' } } as TreeNode;
  await insertDisplayCell(services, row);
  return apply.mock.callCount();
}

test('a cell is inserted into a notebook', async (t) => {
  assert.equal(await inserted(t, 'file', true), 1);
});

for (const [what, scheme] of [
  ['of a file system that is read-only', 'git'],
  ['that the editor does not change', 'file'],
] as const) {
  test(`no cell is inserted into a notebook ${what}, and a message says so`, (t) =>
    assert.rejects(inserted(t, scheme, scheme === 'git'), {
      name: 'UnmetCondition',
      message: 'The cell was not inserted, because this notebook cannot be changed.',
    }));
}

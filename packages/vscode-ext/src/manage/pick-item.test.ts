import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { editor } = await import('../testing/editor-api.ts');
const { editorDialogs } = await import('./dialogs.ts');

const items = ['None', 'QA', 'Production'].map((label) => ({ id: label.toLowerCase(), label }));
const question = { title: 'Status', label: 'Allowed statuses', okLabel: 'Change', items, current: 'qa' };

test('the current item is active, so that Enter alone changes nothing', async () => {
  const shown = editor.nextInput();
  const picked = editorDialogs.choice(question);
  const input = await shown;
  assert.deepEqual(input.activeItems, [{ id: 'qa', label: 'QA', description: 'now' }]);
  input.selectedItems = input.activeItems;
  input.accept();
  assert.equal(await picked, 'qa');
});

test('Enter alone answers a question without a current item', async () => {
  const shown = editor.nextInput();
  const picked = editorDialogs.choice({ ...question, current: undefined });
  const input = await shown;
  input.selectedItems = input.activeItems;
  input.accept();
  assert.equal(await picked, 'none');
});

test('a question that is cancelled has no answer', async () => {
  const shown = editor.nextInput();
  const picked = editorDialogs.choice(question);
  (await shown).hide();
  assert.equal(await picked, null);
});

test('Enter while no item matches what is typed does not end the question', async () => {
  const shown = editor.nextInput();
  const picked = editorDialogs.choice(question);
  const input = await shown;
  input.type('Archived');
  input.accept();
  input.selectedItems = [input.items[2]];
  input.accept();
  assert.equal(await picked, 'production');
});

import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { editor } = await import('../testing/editor-api.ts');
const { pickTags } = await import('./pick-tags.ts');

interface Row {
  readonly tag: string;
}

/** Prompts for tags of which `old` is set; `type` and `toggle` are actions of the user. */
async function prompt() {
  const shown = editor.nextInput();
  const picked = pickTags({ title: 'Tags', before: ['old'], known: ['old', 'known'] });
  const input = await shown;
  const selected = () => (input.selectedItems as Row[]).map(({ tag }) => tag);
  return {
    type: (text: string) => input.type(text),
    toggle(tag: string) {
      const rows = input.items as Row[];
      input.selectedItems = rows.filter((row) => (row.tag === tag) !== selected().includes(row.tag));
    },
    accept() {
      input.accept();
      return picked;
    },
  };
}

test('a new tag that is typed is added on Enter, whether or not it was ticked', async () => {
  for (const isTicked of [false, true]) {
    const { type, toggle, accept } = await prompt();
    type(' best run ');
    if (isTicked) toggle('best run');
    assert.deepEqual((await accept())!.sort(), ['best run', 'old']);
  }
});

for (const text of ['', 'known', 'kno']) {
  test(`the ticks decide after a known tag was found by "${text}"`, async () => {
    const { type, toggle, accept } = await prompt();
    type(text);
    toggle('old');
    toggle('known');
    assert.deepEqual(await accept(), ['known']);
  });
}

test('a known tag that is typed is not ticked by Enter', async () => {
  const { type, accept } = await prompt();
  type('known');
  assert.deepEqual(await accept(), ['old']);
});

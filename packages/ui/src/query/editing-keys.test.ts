import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editsText } from './editing-keys.ts';

/** Returns the event of a key that is written as in `Ctrl+Shift+Y`. */
function pressed(keys: string) {
  const names = keys.split('+');
  const has = (name: string) => names.includes(name);
  return { key: names.at(-1)!, ctrlKey: has('Ctrl'), metaKey: has('Meta'), altKey: has('Alt'), shiftKey: has('Shift') };
}

test('keys that type, move the cursor, copy, paste or undo stay in the field', () => {
  const own = [
    'd',
    'Shift+D',
    'Enter',
    'Shift+Enter',
    'Ctrl+Enter',
    'Ctrl+ArrowLeft',
    'Ctrl+Backspace',
    'Escape',
    'Tab',
  ];
  const chords = ['Ctrl+a', 'Ctrl+c', 'Meta+v', 'Ctrl+x', 'Ctrl+z', 'Ctrl+y', 'Meta+Shift+Z', 'Alt+l', 'Ctrl+Alt+['];
  for (const keys of [...own, ...chords]) assert.ok(editsText(pressed(keys)), keys);
});

test('shortcuts of the host work in the field', () => {
  for (const keys of ['Ctrl+Shift+Y', 'Ctrl+Shift+C', 'Ctrl+Shift+P', 'Ctrl+s', 'Meta+b', 'F1', 'Shift+F10'])
    assert.ok(!editsText(pressed(keys)), keys);
});

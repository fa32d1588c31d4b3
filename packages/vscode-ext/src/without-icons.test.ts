import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutIcons } from './without-icons.ts';

test('a label has no icons and no line breaks of a name', () => {
  assert.equal(withoutIcons(' run $(trash)\n$(sync~spin) 5$ (a) '), 'run $\u200b(trash) $\u200b(sync~spin) 5$ (a)');
});

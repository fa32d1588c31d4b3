import assert from 'node:assert/strict';
import { test } from 'node:test';
import { naturalOrder, naturalOrderIgnoringCase, orderIgnoringCase } from './text-order.ts';

test('texts are compared in the order of English, as localeCompare does', () => {
  const texts = ['', 'a', 'A', 'á', 'b', 'B10', 'b9', 'b 9', '10', '9', '1.10.0', '1.9.0', 'val/loss', 'val_loss', 'Z'];
  for (const a of texts)
    for (const b of texts) {
      const expected = (options: Intl.CollatorOptions) => a.localeCompare(b, 'en', options);
      assert.equal(naturalOrder(a, b), expected({ numeric: true }), `${a} ${b}`);
      assert.equal(naturalOrderIgnoringCase(a, b), expected({ numeric: true, sensitivity: 'base' }), `${a} ${b}`);
      assert.equal(orderIgnoringCase(a, b), expected({ sensitivity: 'base' }), `${a} ${b}`);
    }
});

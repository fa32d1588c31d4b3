import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { popupLeft, popupMargin } from './popup-position.ts';

test('a popup is aligned with its button if it fits', () => {
  assert.equal(popupLeft({ anchor: 100, width: 300, left: 0, right: 800 }), 0);
});

test('a popup remains inside its view, and starts at the edge of the view if it is wider', () => {
  const view = { left: fc.integer({ min: 0, max: 500 }), size: fc.integer({ min: 100, max: 1400 }) };
  fc.assert(
    fc.property(fc.record(view), fc.nat(2000), fc.integer({ min: 50, max: 900 }), ({ left, size }, at, width) => {
      const [right, anchor] = [left + size, left + (at % size)];
      const start = anchor + popupLeft({ anchor, width, left, right });
      assert.ok(start >= left + popupMargin);
      if (width + 2 * popupMargin <= size) assert.ok(start + width <= right - popupMargin);
      else assert.equal(start, left + popupMargin);
    }),
  );
});

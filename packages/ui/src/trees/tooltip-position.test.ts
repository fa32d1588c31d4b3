import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TooltipBounds, tooltipPosition } from './tooltip-position.ts';

const bounds: TooltipBounds = {
  row: { top: 100, bottom: 124 },
  tree: { left: 40, right: 300 },
  width: 360,
  height: 200,
  window: { width: 1200, height: 800 },
};

test('a tooltip is next to its row, inside the window', () => {
  for (const [what, given, position] of [
    ['right of the tree', {}, { left: 304, top: 100 }],
    ['up from the lower edge', { row: { top: 760, bottom: 784 } }, { left: 304, top: 596 }],
    ['left of a tree at the right edge', { tree: { left: 900, right: 1200 } }, { left: 536, top: 100 }],
    [
      'below, where neither side has space',
      { tree: { left: 20, right: 580 }, window: { width: 600, height: 800 } },
      { left: 20, top: 124 },
    ],
    [
      'above, where there is none below',
      { tree: { left: 20, right: 580 }, window: { width: 600, height: 800 }, row: { top: 700, bottom: 724 } },
      { left: 20, top: 500 },
    ],
    [
      'in a corner, where it is larger than the window',
      { width: 900, height: 900, window: { width: 500, height: 500 } },
      { left: 4, top: 4 },
    ],
  ] as const) {
    assert.deepEqual(tooltipPosition({ ...bounds, ...given }), position, what);
  }
});

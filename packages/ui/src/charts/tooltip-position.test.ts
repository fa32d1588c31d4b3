import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { tooltipLeft } from './tooltip-position.ts';

test('a tooltip is next to the crosshair, on the side with space', () => {
  assert.equal(tooltipLeft(100, 200, 600), 114);
  assert.equal(tooltipLeft(500, 200, 600), 286);
  assert.equal(tooltipLeft(190, 330, 340), 10);
});

test('a tooltip that fits into its chart is never cut', () => {
  fc.assert(
    fc.property(fc.nat(2000), fc.nat(2000), fc.nat(2000), (at, width, chartWidth) => {
      fc.pre(at <= chartWidth && width <= chartWidth);
      const left = tooltipLeft(at, width, chartWidth);
      assert.ok(left >= 0 && left + width <= chartWidth);
    }),
  );
});

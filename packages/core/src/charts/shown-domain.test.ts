import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownX } from './shown-domain.ts';

const noon = Date.UTC(2026, 0, 1, 12);

test('a single time is shown with the minute around it, a single number with a tenth of it', () => {
  const shown = (xKind: 'time' | 'number', x: number) =>
    shownX({ xKind, xScale: 'linear', isWholeX: false, xExtent: [x, x] }, { zoom: null, follow: false });
  assert.deepEqual(shown('time', noon), [noon - 30_000, noon + 30_000]);
  assert.deepEqual(shown('number', 50), [45, 55]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Zoom } from '@tracklens/core/charts';
import { noZoomHistory, steppedZoom, zoomed } from './zoom-history.ts';

const near: Zoom = { x: [1, 5] };
const nearer: Zoom = { x: [2, 3] };

test('back and forward move through the zooms in order', () => {
  const history = zoomed(zoomed(noZoomHistory, null), near);
  const back = steppedZoom(history, nearer, -1)!;
  assert.deepEqual(back.zoom, near);
  const start = steppedZoom(back.history, back.zoom, -1)!;
  assert.equal(start.zoom, null);
  assert.equal(steppedZoom(start.history, start.zoom, -1), null);
  const forward = steppedZoom(start.history, start.zoom, 1)!;
  assert.deepEqual(forward.zoom, near);
  assert.deepEqual(steppedZoom(forward.history, forward.zoom, 1)!.zoom, nearer);
});

test('a new zoom removes the later ones, and fifty steps are retained', () => {
  const back = steppedZoom(zoomed(noZoomHistory, null), near, -1)!;
  assert.equal(steppedZoom(zoomed(back.history, back.zoom), nearer, 1), null);
  let history = noZoomHistory;
  for (let index = 0; index < 80; index++) history = zoomed(history, { x: [index, index + 1] });
  assert.equal(history.past.length, 50);
  assert.deepEqual(history.past[0], { x: [30, 31] });
});

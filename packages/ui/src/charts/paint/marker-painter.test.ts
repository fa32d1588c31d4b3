import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChartLayout, ChartRows } from '@tracklens/core/charts';
import { paintMarkers } from './marker-painter.ts';

test('the markers of points outside of the y range are not painted', () => {
  const layout = {
    theme: { background: '#ffffff' },
    box: { left: 40, top: 10, width: 100, height: 50 },
    xScale: 'linear',
    yScale: 'linear',
    xDomain: [0, 100],
    yDomain: [0, 10],
  } as unknown as ChartLayout;
  const points = [-1, 0, 5, 10, 11].map((y) => ({ x: 20, y, color: '#0000ff' }));
  for (const list of ['singlePoints', 'bestMarker'] as const) {
    const rows = { singlePoints: [], bestMarker: [], nonFiniteMarkers: [], [list]: points } as unknown as ChartRows;
    const painted: number[][] = [];
    const context = { arc: (x: number, y: number) => painted.push([x, y]), beginPath() {}, fill() {}, stroke() {} };
    paintMarkers(context as unknown as CanvasRenderingContext2D, layout, rows);
    assert.deepEqual(painted, [
      [20, 50],
      [20, 25],
      [20, 0],
    ]);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChartLayout } from '@tracklens/core/charts';
import { plotScale } from './plot-scale.ts';

test('values whose distance is not finite have positions', () => {
  const domain = [-Number.MAX_VALUE, Number.MAX_VALUE] as const;
  const box = { left: 0, top: 0, width: 100, height: 50 };
  const scale = plotScale({ xScale: 'linear', yScale: 'linear', xDomain: domain, yDomain: domain, box } as ChartLayout);
  assert.deepEqual([scale.x(domain[0]), scale.x(0), scale.y(0), scale.y(domain[1])], [0, 50, 25, 0]);
});

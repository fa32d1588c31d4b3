import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartLayout } from '@tracklens/core/charts';
import { chartSettings, chartTheme } from '@tracklens/core/display';
import { modelOf } from '@tracklens/core/test-support/charts';
import { ChartInteraction } from './chart-interaction.ts';
import { HoverBus } from './hover-bus.ts';
import { tickTexts } from './tick-texts.ts';

test('arrow keys begin at the first point while the pointer is in a chart with another x axis', () => {
  const model = modelOf({ a: [3, 2, 1] });
  const content = { model, theme: chartTheme('light'), settings: chartSettings(undefined, 'loss'), rows: null };
  const space = { width: 400, height: 200, font: 'sans-serif', texts: tickTexts, widest: () => 20 };
  const drawn = { ...content, layout: chartLayout(model, content, [1, 3], space) };
  const hidden = { getContext: () => null } as unknown as HTMLCanvasElement;
  const bus = new HoverBus();
  const interaction = new ChartInteraction(hidden, bus, {}, () => drawn);
  bus.set({ axis: 'duration', x: 3_600_000, experimentKey: 'a', metricName: 'sys.cpu', source: {} });
  interaction.moveFocus(1, 0);
  assert.deepEqual([bus.position?.axis, bus.position?.x], ['step', 0]);
  interaction.moveFocus(1, 0);
  assert.equal(bus.position?.x, 1);
});

import { Chart, type ChartProps, hoverBus } from '@tracklens/ui/charts';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { generatedChart } from './generated-chart.ts';

declare const window: Window & typeof globalThis & { tracklens: unknown };

const root = createRoot(document.getElementById('root')!);
const hover = hoverBus();

/** Draws charts side by side and answers once React has taken them. */
function show(charts: Partial<ChartProps>[], shape: Parameters<typeof generatedChart>[0]) {
  const { chart, experiments } = generatedChart(shape);
  const base = {
    title: 'train/loss',
    metricName: 'loss',
    chart,
    experiments,
    theme: 'light' as const,
    hover,
    direction: 'min' as const,
  };
  root.render(
    createElement(
      'div',
      null,
      charts.map((props, index) => createElement(Chart, { key: index, ...base, ...props })),
    ),
  );
}

window.tracklens = { show };

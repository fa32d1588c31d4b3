import { chartModel } from '../packages/ui/src/charts/chart-model.ts';
import { chartRows } from '../packages/ui/src/charts/chart-rows.ts';
import { lineChartTemplate } from '../packages/ui/src/charts/generated/line-chart-template.ts';
import { precompiledExpressions } from '../packages/ui/src/charts/precompiled.ts';
import { parse, View } from '../packages/ui/src/charts/vega-runtime.ts';
import { generatedChart } from '../test/charts/generated-chart.ts';

const g = generatedChart({ experiments: 50, points: 10000 });
const model = chartModel({
  ...g,
  metricName: 'loss',
  x: 'step',
  xScale: 'linear',
  yScale: 'linear',
  smoothing: null,
  direction: null,
  hidden: [],
  dark: false,
  sampledTo: null,
});
for (let i = 0; i < 12; i++) {
  const rows = chartRows(model, [0, 100000], 400);
  const t0 = performance.now();
  const t = JSON.parse(lineChartTemplate);
  for (const s of t.signals) {
    if (s.name === 'xTicks' || s.name === 'yTicks') s.value = [0.2, 0.5];
    if (s.name === 'xDomain') s.value = [0, 100000];
    if (s.name === 'seriesNames') s.value = model.lines.map((l) => l.key);
    if (s.name === 'seriesColors') s.value = model.lines.map((l) => l.color);
    if (s.name === 'seriesDashes') s.value = model.lines.map((l) => l.dash);
  }
  const v = new View(parse(t, {}, { ast: true } as any), {
    renderer: 'none',
    expr: precompiledExpressions(new Set()),
  } as any);
  v.data('lines', rows.lines as any);
  const t1 = performance.now();
  v.run();
  console.log((t1 - t0).toFixed(1), (performance.now() - t1).toFixed(1));
}

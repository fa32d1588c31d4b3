import { chartDraw } from './cases/chart-draw.ts';
import { metricsForChart } from './cases/metrics-for-chart.ts';
import { smallReads } from './cases/small-reads.ts';
import { heading, type Measured, row } from './goal.ts';

/** Every comparison by name: `npm run bench -- chart-draw` runs one of them. */
const cases: Record<string, () => Promise<Measured[]>> = {
  'metrics-for-chart': metricsForChart,
  'chart-draw': chartDraw,
  'small-reads': smallReads,
};

const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = chosen.filter((name) => !(name in cases));
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}. There are: ${Object.keys(cases).join(', ')}.`);
  process.exit(2);
}
console.log(heading);
let missed = 0;
for (const [name, measure] of Object.entries(cases)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  for (const measured of await measure()) {
    console.log(row(measured));
    if (measured.comparison.ratio.median < measured.atLeast) missed++;
  }
}
process.exitCode = missed > 0 ? 1 : 0;

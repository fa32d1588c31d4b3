import { chartDraw } from './cases/chart-draw.ts';
import { chartFromService } from './cases/chart-from-service.ts';
import { chartUplot } from './cases/chart-uplot.ts';
import { chartZoom } from './cases/chart-zoom.ts';
import { codeFeatures } from './cases/code-features.ts';
import { display } from './cases/display.ts';
import { editorCode } from './cases/editor-code.ts';
import { editorFollow } from './cases/editor-follow.ts';
import { editorOutput } from './cases/editor-output.ts';
import { editorStart } from './cases/editor-start.ts';
import { ingest, ingestLong } from './cases/ingest.ts';
import { largeReads } from './cases/large-reads.ts';
import { listing } from './cases/list.ts';
import { liveHour } from './cases/live-hour.ts';
import { manyExperiments, manyExperimentsOnPostgres } from './cases/many-experiments.ts';
import { metricsForChart } from './cases/metrics-for-chart.ts';
import { outage } from './cases/outage.ts';
import { projectTable } from './cases/project-table.ts';
import { querying } from './cases/query.ts';
import { rangedReads } from './cases/ranged-reads.ts';
import { savedOutput } from './cases/saved-output.ts';
import { smallReads } from './cases/small-reads.ts';
import { start } from './cases/start.ts';
import { storage } from './cases/storage.ts';
import { tree } from './cases/tree.ts';
import { heading, isMet, type Outcome, tableRow } from './goal.ts';

/** Every comparison by name: `npm run bench -- chart-draw` runs one of them. */
const cases: Record<string, () => Promise<Outcome[]>> = {
  'metrics-for-chart': metricsForChart,
  'chart-draw': chartDraw,
  'chart-uplot': chartUplot,
  'chart-zoom': chartZoom,
  'live-hour': liveHour,
  'project-table': projectTable,
  'small-reads': smallReads,
  ingest,
  'ingest-long': ingestLong,
  outage,
  'chart-from-service': chartFromService,
  'large-reads': largeReads,
  'ranged-reads': rangedReads,
  query: querying,
  list: listing,
  'many-experiments': manyExperiments,
  'many-experiments-postgres': manyExperimentsOnPostgres,
  start,
  display,
  'saved-output': savedOutput,
  tree,
  storage,
  'code-features': codeFeatures,
  'editor-code': editorCode,
  'editor-follow': editorFollow,
  'editor-output': editorOutput,
  'editor-start': editorStart,
};

const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = chosen.filter((name) => !(name in cases));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${Object.keys(cases).join(', ')}.`);
  process.exit(2);
}
console.log(heading);
let missed = 0;
for (const [name, measure] of Object.entries(cases)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  for (const outcome of await measure()) {
    console.log(tableRow(outcome));
    if (!isMet(outcome)) missed++;
  }
}
process.exitCode = missed > 0 ? 1 : 0;

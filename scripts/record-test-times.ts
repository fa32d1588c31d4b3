import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { inRoot } from './folders.ts';
import { recordedTimesFile, savedCosts } from './test-costs.ts';

// Usage: node scripts/run.mjs record-test-times. Writes what each test file took in `npm test` to test/test-times.json,
// by which a fresh checkout orders and shards the files. Run it after a whole run when the costs have changed.

const costs = (await savedCosts()).filter(({ file }) => existsSync(inRoot(file)));
if (costs.length === 0) throw new Error('No test has run in this checkout. Run `npm test` first.');
const lines = costs.map(({ file, wallSeconds, cpuSeconds }) => {
  const times = `"wallSeconds": ${Math.round(wallSeconds)}, "cpuSeconds": ${Math.round(cpuSeconds)}`;
  return `  ${JSON.stringify(file)}: { ${times} }`;
});
await writeFile(recordedTimesFile, `{\n${lines.sort().join(',\n')}\n}\n`);

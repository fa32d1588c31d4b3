import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { inRoot } from './folders.ts';
import { recordedTimes, savedCosts } from './test-costs.ts';

// Usage: node scripts/run.mjs record-test-times. Writes what each test file took in `npm test` to test/test-times.json,
// by which a fresh checkout starts the slowest files first. Run it after a whole run when the order has changed.

const costs = (await savedCosts()).filter(({ file }) => existsSync(inRoot(file)));
const times = costs.map(({ file, wallSeconds }) => [file, Math.round(wallSeconds)] as const);
if (times.length === 0) throw new Error('No test has run in this checkout. Run `npm test` first.');
await writeFile(recordedTimes, `${JSON.stringify(Object.fromEntries(times.sort()), null, 2)}\n`);

import { parseArgs } from 'node:util';
import { runChecks } from './check.ts';
import { runTests } from './node-test.ts';
import {
  build,
  chromium,
  headlessShell,
  installedWheel,
  pythonEnvironment,
  systemPackages,
  workbench,
} from './setup.ts';
import { testHosts } from './test-hosts.ts';
import { parseShard, type Shard } from './test-shards.ts';

// Usage: npm test [-- files] [--test-name-pattern=P] [--shard=I/N]. Sets everything up, checks the sources, then runs
// every test, including the browser tests. The output of node's test runner comes last. A shard is one of N parts of
// the test files, for a machine of its own; the first one checks the sources.
const { positionals: asked, values } = parseArgs({
  allowPositionals: true,
  options: { 'test-name-pattern': { type: 'string', multiple: true }, shard: { type: 'string' } },
});
const names = values['test-name-pattern'];
let shard: Shard | undefined;
try {
  shard = values.shard === undefined ? undefined : parseShard(values.shard);
  await headlessShell();
  await systemPackages('browser', 'python', 'compiler', 'postgres', 'trace');
  await chromium();
  await Promise.all([pythonEnvironment(), workbench()]);
  await build();
  await installedWheel();
  // A shard runs only some of the files that use them.
  if (asked.length === 0 && !shard) await testHosts();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
let checked = true;
if (asked.length === 0 && (shard?.index ?? 1) === 1) {
  await runChecks().catch((error: Error) => {
    console.error(error.message);
    checked = false;
  });
}
const patterns = ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts', 'test/**/*.test.ts'];
const passed =
  asked.length > 0
    ? await runTests(asked, { alone: true, ...(names ? { names } : {}), ...(shard ? { shard } : {}) })
    : // On a busy machine one lost click or one late garbage collection must not fail a whole run.
      await runTests(patterns, { secondAttempt: true, ...(shard ? { shard } : {}) });
if (!checked) console.error('The tests are done; a check of the sources failed before them, see above.');
process.exitCode = checked && passed ? 0 : 1;

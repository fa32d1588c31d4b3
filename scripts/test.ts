import { runChecks } from './check.ts';
import { runTests } from './node-test.ts';
import { build, chromium, installedWheel, pythonEnvironment, systemPackages, workbench } from './setup.ts';

// Usage: npm test [-- files or --test options]. Sets everything up, checks the sources, then runs every test,
// including the browser tests. The output of node's test runner comes last.
const asked = process.argv.slice(2);
try {
  await systemPackages('browser', 'python', 'compiler', 'postgres', 'trace');
  await chromium();
  await Promise.all([pythonEnvironment(), workbench()]);
  await build();
  await installedWheel();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
let checked = true;
if (asked.length === 0) {
  await runChecks().catch((error: Error) => {
    console.error(error.message);
    checked = false;
  });
}
const patterns = ['packages/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts'];
const tested = await runTests(asked.length > 0 ? asked : patterns);
if (!checked) console.error('The tests are done; a check of the sources failed before them, see above.');
process.exitCode = checked ? tested : 1;

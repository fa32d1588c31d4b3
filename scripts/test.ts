import { runChecks } from './check.ts';
import { runTests } from './node-test.ts';
import { build, chromium, installedWheel, pythonEnvironment, systemPackages, workbench } from './setup.ts';

// npm test [-- files or --test options]: sets everything up, checks the sources, then runs every test, the browser ones
// too. What node's test runner says comes last.
const asked = process.argv.slice(2);
try {
  await systemPackages('browser', 'python', 'compiler', 'postgres');
  await chromium();
  await Promise.all([pythonEnvironment(), workbench()]);
  await build();
  await installedWheel();
  if (asked.length === 0) await runChecks();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
process.exitCode = await runTests(
  asked.length > 0 ? asked : ['packages/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts'],
);

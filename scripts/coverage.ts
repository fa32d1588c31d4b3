import { runTests } from './node-test.ts';

// Usage: npm run coverage. Runs the unit and contract tests and prints which share of the lines and branches of each
// package they run. What the browser and host suites run in other processes is not measured.
const passed = await runTests(['packages/*/src/**/*.test.ts', 'test/contract/**/*.test.ts'], {
  coverageOf: ['packages/*/src/**/!(*.test).{ts,tsx}'],
});
process.exitCode = passed ? 0 : 1;

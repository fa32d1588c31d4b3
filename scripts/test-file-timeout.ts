import { isMainThread } from 'node:worker_threads';

// Preloaded into each process of a test file (scripts/node-test.ts). node's `--test-timeout` limits tests, but a file
// whose tests are done ends only when nothing keeps its event loop alive, such as a service that was not closed.

/** Longest time that one test file may run, in milliseconds: three times what the slowest file needs on two cores. */
const fileTimeoutMillis = Number(process.env.TRACKLENS_TEST_FILE_TIMEOUT ?? 360_000);

if (isMainThread && process.env.NODE_TEST_CONTEXT !== undefined) {
  setTimeout(() => {
    const resources = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (name) => name));
    const active = resources.map(([name, found]) => `${found!.length} ${name}`).join(', ');
    console.error(`${process.argv[1]} did not end within ${fileTimeoutMillis / 1000} s. Still active: ${active}`);
    process.exit(1);
  }, fileTimeoutMillis).unref();
}

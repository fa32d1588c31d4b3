import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { inRoot, root } from '../../scripts/folders.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { passOnDatabase } from './suites-on-database.ts';

/** Returns the test files of the service that use its storage; the others would run as they do without a database. */
async function storageTests(): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob('packages/server/src/**/*.test.ts', { cwd: root })) {
    if (/ from '[./]+\/testing\/|TRACKLENS_TEST_DATABASE_URL/.test(await readFile(inRoot(file), 'utf8')))
      files.push(file);
  }
  return files;
}

test('every test of the storage of the service and of the contract passes on PostgreSQL', {
  timeout: 600_000,
}, async () => {
  const postgres = await startPostgres();
  try {
    await passOnDatabase(postgres.url, [...(await storageTests()), 'test/contract/contract.test.ts'], 350);
  } finally {
    await postgres.stop();
  }
});

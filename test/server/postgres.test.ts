import { test } from 'node:test';
import { inRoot } from '../../scripts/folders.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { passOnDatabase } from './suites-on-database.ts';

test('the service keeps its word on PostgreSQL: every test of the service and of the contract passes there too', async () => {
  const postgres = await startPostgres();
  try {
    const service = inRoot('packages', 'server', 'src', '**', '*.test.ts');
    await passOnDatabase(postgres.url, [service, inRoot('test', 'contract', 'contract.test.ts')], 50);
  } finally {
    await postgres.stop();
  }
});

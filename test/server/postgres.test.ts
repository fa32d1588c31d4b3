import { test } from 'node:test';
import { startPostgres } from '../../scripts/postgres.ts';
import { passOnDatabase } from './suites-on-database.ts';

test('the service keeps its word on PostgreSQL: every test of the service and of the contract passes there too', {
  timeout: 600_000,
}, async () => {
  const postgres = await startPostgres();
  try {
    const service = 'packages/server/src/**/*.test.ts';
    await passOnDatabase(postgres.url, [service, 'test/contract/contract.test.ts'], 50);
  } finally {
    await postgres.stop();
  }
});

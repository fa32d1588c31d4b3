import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Column } from '@tracklens/core/query';
import type { ServiceClient } from '../connection/connected-service.ts';
import type { ServiceConnection } from '../connection/connection.ts';
import { projectColumns } from './project-columns.ts';

const project = { workspace: 'team', projectName: 'vision' };
const columns: readonly Column[] = [{ name: 'loss', source: 'metrics', type: 'double' }];

test('names that were read once stay known while the service fails, and are read again when it responds', async (t) => {
  t.mock.timers.enable({ apis: ['Date'] });
  let responds = true;
  let reads = 0;
  const getQueryVariables = async () => {
    reads++;
    return responds ? columns : Promise.reject(new Error('The service does not respond.'));
  };
  const client = { url: 'http://127.0.0.1:5173', api: { getQueryVariables } };
  const connection = { client: async () => client } as unknown as ServiceConnection<ServiceClient>;
  assert.equal(await projectColumns(connection, project), columns);
  assert.equal(await projectColumns(connection, project), columns);
  assert.equal(reads, 1);
  t.mock.timers.tick(60_000);
  responds = false;
  for (let count = 0; count < 3; count++) assert.equal(await projectColumns(connection, project), columns);
  assert.equal(reads, 4);
  responds = true;
  assert.equal(await projectColumns(connection, project), columns);
  assert.equal(await projectColumns(connection, project), columns);
  assert.equal(reads, 5);
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@tracklens/core/test-support';
import { writeServiceFile } from '../data-folder/service-file.ts';
import { openStore } from '../store/open-store.ts';
import { type OtherProgram, otherProgram } from '../testing/other-program.ts';
import { openFolderDatabase, openRecords, withDatabaseCopy } from './folder-database.ts';

const secret = 'secret-of-the-published-address-1';

/** Returns a data folder whose file of the service names this process and the port of a program. */
async function folderWith(t: TestContext, program: OtherProgram): Promise<string> {
  const folder = await temporaryFolder(t);
  await (await openStore({ folder })).close();
  await writeFile(join(folder, 'api-key'), 'key-of-the-folder');
  await writeServiceFile(folder, { url: program.url, pid: process.pid, secret });
  return folder;
}

const keysOf = ({ received }: OtherProgram) => received.flatMap(({ authorization }) => authorization ?? []);

test('the database of a killed service is opened, and the program that has its port gets no API key', async (t) => {
  const program = await otherProgram(t, 404);
  const folder = await folderWith(t, program);
  assert.equal(await withDatabaseCopy(folder, async (file) => existsSync(file)), true);
  const opened = await openFolderDatabase(folder);
  assert.deepEqual([opened.isCopy, opened.file], [false, join(folder, 'tracklens.db')]);
  await opened.close();
  assert.deepEqual(keysOf(program), []);
});

test('a database in use whose service does not respond is reported, and the API key is not sent', async (t) => {
  const program = await otherProgram(t, 404);
  const folder = await folderWith(t, program);
  const opened = await openFolderDatabase(folder);
  await assert.rejects(openFolderDatabase(folder), /Another process is using .*, and no service responds there\./);
  await assert.rejects(
    withDatabaseCopy(folder, async () => {}),
    /no service responds there/,
  );
  await opened.close();
  assert.deepEqual(keysOf(program), []);
});

test('a running service that does not use the database of its folder has its records in PostgreSQL', async (t) => {
  const program = await otherProgram(t, 200, secret);
  const folder = await folderWith(t, program);
  for (let time = 0; time < 2; time++) await assert.rejects(openFolderDatabase(folder), /PostgreSQL.*pg_dump/);
  assert.deepEqual(keysOf(program), []);
});

test('a PostgreSQL that does not run is reported with what to check', async (t) => {
  const folder = await temporaryFolder(t);
  await assert.rejects(
    openRecords(folder, 'postgres://127.0.0.1:1/tracklens'),
    /^Error: The database cannot be used \(.*ECONNREFUSED.*\)\. Check that it runs, and the address in --database/,
  );
});

for (const [version, message] of [
  ['3', /written by an older version\. Start the service once to update it, then try again\.$/],
  ['99', /written by a newer version \(schema 99\)\. Update tracklens, then try again\.$/],
] as const) {
  test(`records with the tables of version ${version} are not read`, async (t) => {
    const folder = await temporaryFolder(t);
    const store = await openStore({ folder });
    await store.db.updateTable('service_facts').set({ value: version }).where('name', '=', 'schema-version').execute();
    await store.close();
    // The database can be opened again after each failure.
    for (let time = 0; time < 2; time++) await assert.rejects(openRecords(folder, undefined), message);
  });
}

test('a database without tables is reported', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'tracklens.db'), '');
  await assert.rejects(
    openRecords(folder, undefined),
    /tracklens\.db cannot be used \(no such table: service_facts\)\. Check/,
  );
});

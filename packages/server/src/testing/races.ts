import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { areaSchemas } from '../store/tables/schema.ts';
import type { TestService } from './test-service.ts';

/* Helpers for tests of deletions that run concurrently with writes. */

const rest = '/api/rest/v2';

/** Sends JSON; returns the response whatever its status. */
export const post = (service: TestService, path: string, body: unknown, method = 'POST') =>
  service.send(method, path, JSON.stringify(body), { 'content-type': 'application/json' });
/** Deletes an experiment. */
export const removeExperiment = (service: TestService, key: string) =>
  service.send('GET', `${rest}/write/experiment/delete?experimentKey=${key}`);

/** Returns content that differs from that of all other files. */
export const content = () => `${randomUUID()} `.repeat(40);
/** Returns the hashes of the stored files. */
export async function filesOf({ store }: TestService): Promise<string[]> {
  const entries = await readdir(join(store.folder, 'assets'), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Returns all rows of tables with data of experiments, by table, and all files. Empty when nothing is left. */
export async function leftOf(service: TestService): Promise<object> {
  const left: Record<string, unknown> = {};
  for (const table of areaSchemas.flatMap((area) => area.byExperiment)) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(service.store.db);
    if (rows.length > 0) left[table] = rows;
  }
  const files = await filesOf(service);
  return files.length === 0 ? left : { ...left, files };
}

/** Sends all requests concurrently, with `middle` at the given position among the others; returns the statuses. */
export async function concurrently(
  others: readonly (() => Promise<Response>)[],
  index: number,
  middle: () => Promise<Response>,
): Promise<number[]> {
  const calls = others.toSpliced(index % (others.length + 1), 0, middle);
  return (await Promise.all(calls.map((call) => call()))).map(({ status }) => status);
}

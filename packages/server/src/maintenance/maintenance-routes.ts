import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidKey, ServiceError } from '../errors/service-error.ts';
import { chunkedReply } from '../http/reply.ts';
import type { ServiceRoute } from '../http/service-route.ts';
import type { Store } from '../store/database/store.ts';
import { sweepContents } from '../store/files/content-sweep.ts';
import { makeIncoming } from '../store/files/incoming-files.ts';

/** Path of the route that creates a snapshot. */
export const snapshotPath = '/api/maintenance/snapshot';

/** Interval at which a byte is sent to the client of a snapshot, so that a lost connection is noticed. */
const keepAliveMillis = 5_000;

/** Error message of the maintenance commands for a service on PostgreSQL. */
export const ofPostgres =
  'The records of this service are in PostgreSQL, which these commands do not cover. Back up the database with pg_dump, then copy the folder "assets" of the data folder; restore both together';

/** Removes a copy of a database, with the journal that SQLite leaves when the disk is full. */
export async function removeCopy(path: string): Promise<void> {
  for (const file of [path, `${path}-journal`]) await rm(file, { force: true });
}

/** Copies the database, and prevents the removal of asset files until `end` is called. */
async function takeSnapshot(store: Store, copy: (path: string) => Promise<void>) {
  const release = store.retention.hold();
  const path = join(store.incomingFolder, `${randomUUID()}.snapshot`);
  const end = async () => {
    release();
    await removeCopy(path);
    // Files deleted in the meantime still exist.
    if (!store.retention.active) await sweepContents(store);
  };
  try {
    await makeIncoming(store);
    await copy(path);
  } catch (error) {
    await end().catch(() => {});
    throw error;
  }
  return { path, end };
}

/**
 * Returns the routes of the commands that maintain a data folder while its service runs. A snapshot lives as long as
 * the connection that requested it: the first line of the response contains the path of the copy, and the response
 * does not end.
 */
export function maintenanceRoutes(store: Store, hasKey: (request: Request) => boolean): readonly ServiceRoute[] {
  return [
    {
      method: 'POST',
      path: snapshotPath,
      doc: 'Writes a consistent copy of the database to the data folder, for as long as this response is read.',
      async respond(request) {
        if (!hasKey(request)) throw invalidKey;
        if (store.copyDatabase === null) throw new ServiceError(409, ofPostgres);
        const snapshot = await takeSnapshot(store, store.copyDatabase);
        let keepAlive: NodeJS.Timeout | undefined;
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            const encoder = new TextEncoder();
            controller.enqueue(encoder.encode(`${JSON.stringify({ snapshot: snapshot.path })}\n`));
            keepAlive = setInterval(() => controller.enqueue(encoder.encode('\n')), keepAliveMillis);
            keepAlive.unref();
          },
          async cancel() {
            clearInterval(keepAlive);
            await snapshot.end().catch(() => {});
          },
        });
        return chunkedReply(body, { 'content-type': 'application/x-ndjson' });
      },
    },
  ];
}

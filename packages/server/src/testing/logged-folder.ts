import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '@tracklens/core/test-support';
import { createApp } from '../service/app.ts';
import type { Store } from '../store/database/store.ts';
import { sweepContents } from '../store/files/content-sweep.ts';
import { openStore } from '../store/open-store.ts';
import { upload } from './test-service.ts';

/**
 * Data folder without a running service that contains one experiment: a metric of several chunks, tags and two files.
 */
export interface LoggedFolder {
  readonly scratch: string;
  readonly folder: string;
  readonly experimentKey: string;
}

/** Number of points of the metric `loss`: two chunks and an incomplete tail. */
export const loggedPoints = 2500;

/** Contents of the files, by name. */
export const loggedFiles = { 'model.bin': 'weights '.repeat(20_000), 'notes.txt': 'some notes' } as const;

/** Logs the experiment of a `LoggedFolder`. */
export async function logExperiment(store: Store, experimentKey: string): Promise<void> {
  await sweepContents(store);
  const app = createApp({ store, apiKey: 'key', session: { userName: 'ada', defaultWorkspaceName: 'ada' } });
  const send = async (path: string, body: string | FormData) => {
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined;
    const headers = { authorization: 'key', ...type };
    const response = await app.fetch(new Request(`http://127.0.0.1${path}`, { method: 'POST', headers, body }));
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  await send('/clientlib/logger/add/run', JSON.stringify({ experimentKey }));
  const values = Array.from({ length: loggedPoints }, (_, step) => ({
    metricName: 'loss',
    metricValue: Math.sin(step),
    step,
    timestamp: 1_000 + step,
  }));
  await send('/clientlib/batch/logger/experiment/metric', JSON.stringify({ experimentKey, values }));
  await send('/api/rest/v2/write/experiment/tags', JSON.stringify({ experimentKey, addedTags: ['one', 'two'] }));
  for (const [name, content] of Object.entries(loggedFiles)) {
    await send(`/clientlib/asset/upload?experimentId=${experimentKey}&fileName=${name}`, upload(content, name));
  }
}

/** Creates such a folder with SQLite. It is removed when the test ends. */
export async function loggedFolder(t: TestContext): Promise<LoggedFolder> {
  const scratch = await temporaryFolder(t);
  const folder = join(scratch, 'data');
  const experimentKey = 'e'.repeat(32);
  const store = await openStore({ folder });
  try {
    await logExperiment(store, experimentKey);
  } finally {
    await store.close();
  }
  return { scratch, folder, experimentKey };
}

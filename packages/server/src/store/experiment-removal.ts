import { experimentContents } from './assets.ts';
import { releaseContents } from './contents.ts';
import { holdExperiments } from './experiment-change.ts';
import { deleteAssets } from './outliving-files.ts';
import { areaSchemas, type Tables } from './schema.ts';
import type { Executor, Store } from './store.ts';

async function emptyTables(trx: Executor, experimentKey: string): Promise<void> {
  await deleteAssets(trx, experimentKey);
  for (const table of areaSchemas.flatMap((area) => area.byExperiment)) {
    if (table === 'assets') continue;
    await trx
      .deleteFrom(table as 'experiments' & keyof Tables)
      .where('experiment_key', '=', experimentKey)
      .execute();
  }
}

/** PostgreSQL has room for some thousands of locks, and SQLite lets others write only between transactions. */
const removedTogether = 200;

/**
 * Deletes experiments and all that was logged to them, but for the files of registered models and of artifacts; 404 for one that is
 * absent. Of very many, those before it are gone then.
 */
export async function removeExperiments(store: Store, experimentKeys: readonly string[]): Promise<void> {
  for (let start = 0; start < experimentKeys.length; start += removedTogether) {
    const keys = experimentKeys.slice(start, start + removedTogether);
    const contents = await store.db.transaction().execute(async (trx) => {
      const gone: string[] = [];
      for (const { experiment_key: key } of await holdExperiments(trx, keys)) {
        gone.push(...(await experimentContents(trx, key)));
        await emptyTables(trx, key);
      }
      return gone;
    });
    await releaseContents(store, contents);
  }
}

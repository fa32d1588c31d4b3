import { addTags, logValues, readTags, readValues, removeTags } from '../store/experiments/experiment-items.ts';
import { withExperimentLock } from '../store/experiments/experiment-lock.ts';
import { requireExperiment, updateExperiment } from '../store/experiments/experiments.ts';
import { valueAsText, valueRecord } from './experiment-records.ts';
import { type Handlers, writeReply } from './handler.ts';
import { millisOf } from './timestamps.ts';

/** Handlers of the `experiments` endpoints for tags and other items. */
export const loggedItems = {
  tags: async ({ query }, { store }) => {
    await requireExperiment(store.db, query.experimentKey);
    return { tags: await readTags(store.db, query.experimentKey) };
  },

  addTags: async ({ body }, { store, now }) => {
    await withExperimentLock(store, body.experimentKey, (trx) =>
      addTags(trx, body.experimentKey, body.addedTags, now()),
    );
    return writeReply();
  },

  deleteTags: async ({ body }, { store }) => {
    await withExperimentLock(store, body.experimentKey, (trx) => removeTags(trx, body.experimentKey, body.tags));
    return writeReply('Deleted');
  },

  others: async ({ query }, { store }) => {
    await requireExperiment(store.db, query.experimentKey);
    const rows = await readValues(store.db, 'experiment_others', query.experimentKey);
    return { values: rows.map(valueRecord) };
  },

  logOther: async ({ body }, { store, now }) => {
    const value = valueAsText(body.value);
    const timestamp = millisOf(body.timestamp, now());
    // The lower-case key also sets the name, since the web interface stores it that way. The name is read under the
    // SDK's key `Name`.
    const names = body.key === 'name' ? ['name', 'Name'] : [body.key];
    const values = names.map((name) => ({ name, value, timestamp }));
    await withExperimentLock(store, body.experimentKey, async (trx) => {
      await logValues(trx, 'experiment_others', body.experimentKey, values);
      if (names.includes('Name')) await updateExperiment(trx, body.experimentKey, { name: value });
      if (body.key === 'optimizer_id') await updateExperiment(trx, body.experimentKey, { optimization_id: value });
    });
    return writeReply();
  },
} satisfies Partial<Handlers<'experiments'>>;

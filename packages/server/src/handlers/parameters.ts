import { logValues, readValues, removeParameter } from '../store/experiments/experiment-items.ts';
import { withExperimentLock } from '../store/experiments/experiment-lock.ts';
import { requireExperiment } from '../store/experiments/experiments.ts';
import { valueAsText, valueRecord } from './experiment-records.ts';
import { type HandlerContext, type Handlers, writeReply } from './handler.ts';
import { momentOf, nameInContext } from './metric-values.ts';

/** Parameter, as received. */
interface WireParameter {
  readonly parameterName: string;
  readonly parameterValue?: unknown;
  readonly context?: string | null | undefined;
  readonly timestamp?: unknown;
}

async function logParameters(
  experimentKey: string,
  parameters: readonly WireParameter[],
  { store, now }: HandlerContext,
) {
  const at = now();
  const values = parameters.map(({ parameterName, parameterValue, context, timestamp }) => ({
    name: nameInContext(parameterName, context),
    value: valueAsText(parameterValue),
    timestamp: momentOf(timestamp, at),
  }));
  await withExperimentLock(store, experimentKey, (trx) =>
    logValues(trx, 'experiment_parameters', experimentKey, values),
  );
  return writeReply();
}

/** Handlers of the `metrics` endpoints for parameters. */
export const parameters = {
  parameters: async ({ query }, { store }) => {
    await requireExperiment(store.db, query.experimentKey);
    const rows = await readValues(store.db, 'experiment_parameters', query.experimentKey);
    return { values: rows.map(valueRecord) };
  },

  logParameter: ({ body }, context) => logParameters(body.experimentKey, [body], context),

  logParameterBatch: ({ body }, context) => logParameters(body.experimentKey, body.values, context),

  deleteParameter: async ({ body }, { store }) => {
    await requireExperiment(store.db, body.experimentKey);
    await removeParameter(store.db, body.experimentKey, body.parameterName);
    return writeReply('Deleted');
  },

  deleteParameters: async ({ body }, { store }) => {
    for (const key of new Set(body.map(({ experimentKey }) => experimentKey))) await requireExperiment(store.db, key);
    await store.db.transaction().execute(async (trx) => {
      for (const { experimentKey, parameterName } of body) await removeParameter(trx, experimentKey, parameterName);
    });
    return writeReply('Deleted');
  },
} satisfies Partial<Handlers<'metrics'>>;

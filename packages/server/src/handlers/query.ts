import { type ReadCondition, readPredicates, readRulesTree } from '@tracklens/core/query';
import { badRequest } from '../errors/service-error.ts';
import { inBatches, listPieces, streamedJson } from '../http/reply.ts';
import { listExperiments } from '../store/experiments/experiment-lists.ts';
import { requireProject } from '../store/experiments/projects.ts';
import { type MetricOverview, metricOverview } from '../store/metrics/metric-overview.ts';
import { experimentGroups } from '../store/query/experiment-groups.ts';
import { experimentsWithWords } from '../store/query/experiment-search.ts';
import { experimentsByMetric } from '../store/query/experiments-by-metric.ts';
import { projectColumns } from '../store/query/query-columns.ts';
import { findMatching } from '../store/query/query-search.ts';
import { experimentRecord } from './experiment-records.ts';
import type { Handlers } from './handler.ts';

function conditionOf(read: ReadCondition) {
  if (!read.ok) throw badRequest(`The query cannot be read: ${read.message}`);
  return read.condition;
}

const pageSize = 100;

/** Maximum number of experiments in a response that finds them by words. */
const foundLimit = 1000;

/** Returns the limit and offset of a page, clamping arbitrary numbers to valid ones. */
function rowsOfPage(page: number | null | undefined, size: number | null | undefined) {
  const limit = Math.min(Math.max(1, Math.trunc(size ?? pageSize)), 100_000);
  const offset = limit * (Math.max(1, Math.trunc(page ?? 1)) - 1);
  return { limit, offset: Math.min(offset, Number.MAX_SAFE_INTEGER) };
}

/** Converts a number to its JSON form; non-finite numbers become text. */
function summaryValue(value: number) {
  return Number.isFinite(value) ? value : (String(value) as 'NaN' | 'Infinity' | '-Infinity');
}

/** Yields the summaries in JSON form, one metric per batch: with many experiments each is large. */
function* summaryBatches(metrics: readonly MetricOverview[]) {
  for (const { name, experiments, current, min, max } of metrics) {
    const [currents, minima, maxima] = [current, min, max].map((values) => values.map(summaryValue));
    yield [{ name, experiments, current: currents, min: minima, max: maxima }];
  }
}

/** Handlers of the `query` endpoints. */
export const query: Handlers<'query'> = {
  columns: async ({ query: reference }, { store: { db } }) => {
    const project = await requireProject(db, reference);
    return { columns: await projectColumns(db, project.project_id) };
  },
  run: async ({ body }, { store, now }) => {
    const condition = conditionOf(readPredicates(body.predicates));
    const project = await requireProject(store.db, body);
    const at = now();
    const rows = await findMatching(store, project.project_id, condition, { archived: body.archived, now: at });
    const keys = JSON.stringify(rows.map((row) => row.experiment_key));
    const records = inBatches(rows, (row) => experimentRecord(row, project, at));
    return await streamedJson(store.longReads, listPieces(`{"experimentKeys":${keys},"experiments":`, records, '}'));
  },
  summaries: async ({ query }, { store, now }) => {
    const { db } = store;
    const project = await requireProject(db, query);
    const archived = query.archived ?? false;
    const { metricName, sortBy, sortOrder = 'asc', page, size } = query;
    const at = now();
    const read = async () => {
      if (metricName !== undefined && sortBy !== undefined) {
        const order = { metricName, sortBy, sortOrder, ...rowsOfPage(page, size) };
        return await experimentsByMetric(db, project.project_id, { archived, ...order });
      }
      return await listExperiments(db, project.project_id, { archived, now: at });
    };
    const rows = await read();
    const metrics = await metricOverview(db, rows, { metricName });
    async function* pieces() {
      const records = inBatches(rows, (row) => experimentRecord(row, project, at));
      yield* listPieces('{"experiments":', records, '');
      yield* listPieces(',"metrics":', summaryBatches(metrics), '}');
    }
    return await streamedJson(store.longReads, pieces());
  },
  find: async ({ query: { text } }, { store, now }) => {
    const at = now();
    const rows = await experimentsWithWords(store.db, text, { limit: foundLimit, now: at });
    return { experiments: rows.map((row) => experimentRecord(row, row, at)) };
  },
  groups: async ({ query: { parameter, ...reference } }, { store: { db } }) => {
    const { project_id: projectId } = await requireProject(db, reference);
    const groups = await experimentGroups(db, projectId, parameter);
    return { groups: groups.map(([value, experimentKeys]) => ({ value, experimentKeys })) };
  },
  search: async ({ body }, { store, now }) => {
    const condition = conditionOf(readRulesTree(body.rulesTree));
    const project = await requireProject(store.db, { projectId: body.projectId });
    const rows = await findMatching(store, project.project_id, condition, {
      archived: body.deleted ?? false,
      now: now(),
      ...rowsOfPage(body.page, body.limit),
    });
    return { experiments: rows.map((row) => ({ experimentKey: row.experiment_key })) };
  },
};

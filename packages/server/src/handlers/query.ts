import { type ReadCondition, readPredicates, readRulesTree } from '@tracklens/core/query';
import { badRequest } from '../errors.ts';
import type { Handlers } from '../handler.ts';
import { listExperiments } from '../store/experiments.ts';
import { metricOverview } from '../store/metric-overview.ts';
import { requireProject } from '../store/projects.ts';
import { projectColumns } from '../store/query-columns.ts';
import { findMatching } from '../store/query-search.ts';
import { experimentRecord } from './experiment-records.ts';

function conditionOf(read: ReadCondition) {
  if (!read.ok) throw badRequest(`The query cannot be read: ${read.message}`);
  return read.condition;
}

const pageSize = 100;

/** Which rows a page has, by numbers that may be anything. */
function rowsOfPage(page: number | null | undefined, size: number | null | undefined) {
  const limit = Math.min(Math.max(1, Math.trunc(size ?? pageSize)), 100_000);
  const offset = limit * (Math.max(1, Math.trunc(page ?? 1)) - 1);
  return { limit, offset: Math.min(offset, Number.MAX_SAFE_INTEGER) };
}

/** A number as JSON can hold it. */
function summaryValue(value: number | null) {
  if (value === null) return 'NaN';
  return Number.isFinite(value) ? value : (String(value) as 'Infinity' | '-Infinity');
}

/** How the service carries out the rows of `query`. */
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
    return {
      experimentKeys: rows.map((row) => row.experiment_key),
      experiments: rows.map((row) => experimentRecord(row, project, at)),
    };
  },
  summaries: async ({ query }, { store: { db }, now }) => {
    const project = await requireProject(db, query);
    const archived = query.archived ?? false;
    const rows = await listExperiments(db, project.project_id, { archived, now: now() });
    const metrics = await metricOverview(db, project.project_id, archived, rows);
    const at = now();
    return {
      experiments: rows.map((row) => experimentRecord(row, project, at)),
      metrics: metrics.map(({ name, experiments, current, min, max }) => ({
        name,
        experiments,
        current: current.map(summaryValue),
        min: min.map(summaryValue),
        max: max.map(summaryValue),
      })),
    };
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

import { type ReadCondition, readPredicates, readRulesTree } from '@tracklens/core/query';
import { badRequest } from '../errors.ts';
import type { Handlers } from '../handler.ts';
import { requireProject } from '../store/projects.ts';
import { projectColumns } from '../store/query-columns.ts';
import { findMatching } from '../store/query-search.ts';
import { experimentRecord } from './experiment-records.ts';

function conditionOf(read: ReadCondition) {
  if (!read.ok) throw badRequest(`The query cannot be read: ${read.message}`);
  return read.condition;
}

const pageSize = 100;

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
  search: async ({ body }, { store, now }) => {
    const condition = conditionOf(readRulesTree(body.rulesTree));
    const project = await requireProject(store.db, { projectId: body.projectId });
    const limit = Math.max(1, Math.trunc(body.limit ?? pageSize));
    const rows = await findMatching(store, project.project_id, condition, {
      archived: body.deleted ?? false,
      now: now(),
      limit,
      offset: limit * (Math.max(1, Math.trunc(body.page ?? 1)) - 1),
    });
    return { experiments: rows.map((row) => ({ experimentKey: row.experiment_key })) };
  },
};

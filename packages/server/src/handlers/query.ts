import { type ReadCondition, readPredicates, readRulesTree } from '@tracklens/core/query';
import { badRequest } from '../errors.ts';
import type { Handlers } from '../handler.ts';
import { requireProject } from '../store/projects.ts';
import { projectColumns } from '../store/query-columns.ts';
import { findMatching } from '../store/query-values.ts';

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
  run: async ({ body }, { store: { db }, now }) => {
    const condition = conditionOf(readPredicates(body.predicates));
    const project = await requireProject(db, body);
    const how = { archived: body.archived ?? false, now: now() };
    return { experimentKeys: await findMatching(db, project.project_id, condition, how) };
  },
  search: async ({ body }, { store: { db }, now }) => {
    const condition = conditionOf(readRulesTree(body.rulesTree));
    const project = await requireProject(db, { projectId: body.projectId });
    const how = { archived: body.deleted ?? false, now: now() };
    const keys = await findMatching(db, project.project_id, condition, how);
    const size = Math.max(1, body.limit ?? pageSize);
    const from = size * (Math.max(1, body.page ?? 1) - 1);
    return { experiments: keys.slice(from, from + size).map((experimentKey) => ({ experimentKey })) };
  },
};

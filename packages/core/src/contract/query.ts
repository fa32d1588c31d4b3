import * as v from 'valibot';
import { ask, read, rest } from './endpoint.ts';
import { Column } from './records.ts';

/** Finding experiments. */
export const query = {
  columns: read(rest('project/column-names'), {
    query: {
      workspaceName: v.optional(v.string()),
      projectName: v.optional(v.string()),
      projectId: v.optional(v.string()),
    },
    answer: v.object({ columns: v.nullish(v.array(Column), () => []) }),
    doc: 'What a query on a project can test.',
  }),
  run: ask(rest('project/query'), {
    body: v.object({
      workspaceName: v.string(),
      projectName: v.string(),
      predicates: v.array(v.unknown()),
      archived: v.nullish(v.boolean(), false),
    }),
    answer: v.object({ experimentKeys: v.nullish(v.array(v.string()), () => []) }),
    patience: 'list',
    doc: 'The keys of the experiments for which all predicates hold.',
  }),
  search: ask(rest('experiments/search'), {
    body: v.object({
      projectId: v.string(),
      viewId: v.nullish(v.string()),
      rulesTree: v.nullish(v.unknown()),
      limit: v.nullish(v.number()),
      page: v.nullish(v.number()),
      deleted: v.nullish(v.boolean()),
    }),
    answer: v.object({ experiments: v.array(v.object({ experimentKey: v.string() })) }),
    patience: 'list',
    doc: 'The same by a tree of rules, paged.',
  }),
};

import * as v from 'valibot';
import { ask, read, rest } from './endpoint.ts';
import { Column, ExperimentMetadata } from './records.ts';

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
    answer: v.object({
      experimentKeys: v.nullish(v.array(v.string()), () => []),
      /** The same experiments, from a service that saves its clients asking for each. */
      experiments: v.nullish(v.array(ExperimentMetadata)),
    }),
    patience: 'list',
    doc: 'The experiments for which all predicates hold, newest first.',
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

import * as v from 'valibot';
import { read, readByPost, rest } from './endpoint.ts';
import { projectFields } from './project-fields.ts';
import { Column, ExperimentMetadata } from './records/index.ts';

/** A number, or the text of a number that JSON cannot represent. */
const summaryValue = v.union([v.number(), v.picklist(['NaN', 'Infinity', '-Infinity'])]);

/** Endpoints that find experiments. */
export const query = {
  /** The columns that queries on a project can test. */
  columns: read(rest('project/column-names'), {
    query: projectFields,
    response: v.object({ columns: v.nullish(v.array(Column), () => []) }),
    reads: ['experiments', 'tags', 'others', 'metrics', 'parameters', 'system-details'],
  }),
  /** The experiments for which all predicates hold, newest first. */
  run: readByPost(rest('project/query'), {
    body: v.object({
      workspaceName: v.string(),
      projectName: v.string(),
      predicates: v.array(v.unknown()),
      archived: v.nullish(v.boolean(), false),
    }),
    response: v.object({
      experimentKeys: v.nullish(v.array(v.string()), () => []),
      /** Metadata of the same experiments. A service that returns it saves a request for each experiment. */
      experiments: v.nullish(v.array(ExperimentMetadata)),
    }),
    timeout: 'list',
  }),
  /**
   * The experiments of a project with the last, minimum and maximum value of each metric: newest first, or in the order
   * of a value of one metric, paged. Experiments without a number are last. Local service only.
   */
  summaries: read(rest('project/experiment-summaries'), {
    query: {
      ...projectFields,
      archived: v.optional(v.boolean()),
      /** The only metric of the response. Required to sort. */
      metricName: v.optional(v.string()),
      sortBy: v.optional(v.picklist(['current', 'min', 'max'])),
      sortOrder: v.optional(v.picklist(['asc', 'desc'])),
      /** Page number of a sorted list, from 1. */
      page: v.optional(v.number()),
      size: v.optional(v.number()),
    },
    response: v.object({
      experiments: v.array(ExperimentMetadata),
      /**
       * Grouped by metric, so that each name occurs once. Entries with the same index in the lists belong together.
       */
      metrics: v.array(
        v.object({
          name: v.string(),
          /** Indexes in `experiments`. */
          experiments: v.array(v.number()),
          current: v.array(summaryValue),
          min: v.array(summaryValue),
          max: v.array(summaryValue),
        }),
      ),
    }),
    timeout: 'list',
    reads: ['experiments', 'metrics'],
  }),
  /**
   * The experiments of all projects that contain each word of a text in name, key, state, script, a tag or
   * `parameter=value`, newest first, at most 1000. Local service only.
   */
  find: read(rest('experiments/find'), {
    query: { text: v.string() },
    response: v.object({ experiments: v.array(ExperimentMetadata) }),
    timeout: 'list',
    reads: ['experiments', 'tags', 'parameters'],
  }),
  /** Keys of the experiments of a project by tag, or by the value of a parameter. Local service only. */
  groups: read(rest('project/experiment-groups'), {
    query: { workspaceName: v.string(), projectName: v.string(), parameter: v.optional(v.string()) },
    response: v.object({
      groups: v.array(
        v.object({
          /** Tag or logged value; null for the experiments without one. */
          value: v.nullable(v.string()),
          experimentKeys: v.array(v.string()),
        }),
      ),
    }),
    timeout: 'list',
    reads: ['experiments', 'tags', 'parameters'],
  }),
  /** The experiments that match a tree of rules, paged. */
  search: readByPost(rest('experiments/search'), {
    body: v.object({
      projectId: v.string(),
      viewId: v.nullish(v.string()),
      rulesTree: v.nullish(v.unknown()),
      limit: v.nullish(v.number()),
      page: v.nullish(v.number()),
      deleted: v.nullish(v.boolean()),
    }),
    response: v.object({ experiments: v.array(v.object({ experimentKey: v.string() })) }),
    timeout: 'list',
  }),
};

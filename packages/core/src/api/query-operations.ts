import { anything, argument, callback, flag, record, text } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import type { ListPromise } from '../client/list-promise.ts';
import { defineOperations } from '../client/operation.ts';
import { type Column, contract } from '../contract/index.ts';
import type { QueryInput } from '../query/index.ts';
import type { AccountSubject, ExperimentReference } from './account.ts';
import { named } from './arguments.ts';
import type { ExperimentGroup } from './experiment-groups.ts';
import type { ExperimentSummary, MetricPage } from './experiment-summaries.ts';
import type { QueryRun } from './find-experiments.ts';

/** Operations that find experiments by a query. */
export interface QueryOperations<E> {
  /**
   * Returns the variables that a query on a project can test, with name, source and type. `queryVariable` makes one
   * usable by the builder.
   */
  getQueryVariables(workspace: string, projectName: string, options?: OperationOptions): Promise<Column[]>;
  /**
   * Returns the experiments of a project that match a query, given as text, a tree, or built in code. `A | B`
   * and `~(A & B)` take one request for each alternative, `onPlan` reports how many. Each experiment is returned once.
   * The order is that of the service for one request, else newest first. A test of a name that no experiment has logged
   * matches none.
   *
   * @throws QuerySyntaxError with positions; before anything is sent if the text itself is invalid
   */
  query(
    workspace: string,
    projectName: string,
    query: QueryInput,
    options?: OperationOptions & {
      /** Whether archived experiments are meant. Default: false. */
      readonly archived?: boolean | undefined;
      /** Called before the query is sent, with the number of calls and the names that were never logged. */
      readonly onPlan?: ((plan: QueryRun) => void) | undefined;
    },
  ): ListPromise<E>;
  /**
   * Returns the experiments that match any of several queries, each once. The queries are a list, or one string
   * separated by `;`: `Tag("best"); Metric("loss") < 0.1`. The order is that of the service for one request, else
   * newest first.
   *
   * @throws QuerySyntaxError with positions within the whole string; before anything is sent if the text itself is
   * invalid
   */
  queryAny(
    workspace: string,
    projectName: string,
    queries: string | readonly QueryInput[],
    options?: OperationOptions & {
      /** Whether archived experiments are meant. Default: false. */
      readonly archived?: boolean | undefined;
      /** Called before the query is sent, with the number of calls and the names that were never logged. */
      readonly onPlan?: ((plan: QueryRun) => void) | undefined;
    },
  ): ListPromise<E>;
  /**
   * Returns the experiments of a project, newest first, each with the last, minimum and maximum value of its metrics.
   * The local service does this in one request, an extension of the REST interface. If the service lacks it, or one
   * response would be too large, the summaries are read per experiment. With `oneByOne: false` the result is then
   * null, as it is for a project that does not exist.
   */
  getExperimentSummaries(
    workspace: string,
    projectName: string,
    options?: OperationOptions & {
      /** Whether archived experiments are meant. Default: false. */
      readonly archived?: boolean | undefined;
      /** Whether summaries are read per experiment where one request is not possible. Default: true. */
      readonly oneByOne?: true | undefined;
    },
  ): Promise<ExperimentSummary<E>[]>;
  getExperimentSummaries(
    workspace: string,
    projectName: string,
    options: OperationOptions & {
      /** Whether archived experiments are meant. Default: false. */
      readonly archived?: boolean | undefined;
      /** Whether summaries are read per experiment where one request is not possible. Default: true. */
      readonly oneByOne: boolean | undefined;
      /**
       * Page in the order of a metric, with the values of this metric only. A service that does not sort returns every
       * experiment with every metric. Default: every experiment, newest first.
       */
      readonly sorted?: MetricPage | undefined;
    },
  ): Promise<ExperimentSummary<E>[] | null>;
  /**
   * Returns the experiments of all projects that contain each word of a text, newest first, at most 1000. A word is
   * found in the name, the key, the state, the script, a tag, or `parameter=value`, in upper or lower case. Null from a
   * service that cannot search across projects; the local service can.
   */
  findExperiments(text: string, options?: OperationOptions): Promise<E[] | null>;
  /**
   * Returns the keys of the unarchived experiments of a project by tag, or by the value of a parameter, newest first.
   * An experiment with several tags is in several groups; the group of those without a tag or value has the value null
   * and comes last. Null from a service that does not group experiments, and for a project that does not exist.
   */
  getExperimentGroups(
    workspace: string,
    projectName: string,
    options?: OperationOptions & {
      /** Name of the parameter. Default: groups by tag. */
      readonly parameter?: string | undefined;
    },
  ): Promise<ExperimentGroup[] | null>;
}

/** Definitions of the operations that find experiments by a query. */
export const queryOperations = defineOperations<QueryOperations<ExperimentReference>, AccountSubject>({
  getQueryVariables: {
    arguments: [named.workspace, named.projectName],
    run: async ({ call }, workspaceName, projectName) =>
      (await call(contract.query.columns, { query: { workspaceName, projectName } })).columns,
  },
  query: {
    arguments: [named.workspace, named.projectName, argument('query', anything)],
    options: { archived: flag, onPlan: callback },
    async run(context, workspaceName, projectName, query, { archived = false, onPlan }) {
      const { findAny } = await import('./find-experiments.ts');
      return await findAny(context, { workspaceName, projectName, archived, onPlan }, [query]);
    },
    batches: 'whole',
  },
  queryAny: {
    arguments: [named.workspace, named.projectName, argument('queries', anything)],
    options: { archived: flag, onPlan: callback },
    async run(context, workspaceName, projectName, queries, { archived = false, onPlan }) {
      const { findAlternatives } = await import('./find-experiments.ts');
      return await findAlternatives(context, { workspaceName, projectName, archived, onPlan }, queries);
    },
    batches: 'whole',
  },
  getExperimentSummaries: {
    arguments: [named.workspace, named.projectName],
    options: { archived: flag, oneByOne: flag, sorted: record },
    async run(context, workspaceName, projectName, { archived = false, oneByOne = true, sorted }) {
      const { experimentSummaries, projectSummaries } = await import('./experiment-summaries.ts');
      const selected = { workspaceName, projectName, archived, ...sorted };
      return (
        (await projectSummaries(context, selected)) ?? (oneByOne ? await experimentSummaries(context, selected) : null)
      );
    },
  },
  findExperiments: {
    arguments: [argument('text', text)],
    run: async (context, words) => await (await import('./experiment-groups.ts')).experimentsWithWords(context, words),
  },
  getExperimentGroups: {
    arguments: [named.workspace, named.projectName],
    options: { parameter: text },
    run: async (context, workspaceName, projectName, { parameter }) =>
      await (await import('./experiment-groups.ts')).groupsOfProject(context, {
        workspaceName,
        projectName,
        parameter,
      }),
  },
});

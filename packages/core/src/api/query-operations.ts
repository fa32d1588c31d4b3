import { isRestApiException, RestApiException } from '../client/errors.ts';
import { mapConcurrent } from '../client/map-concurrent.ts';
import { listArgument, mappingArgument } from '../client/validate-arguments.ts';
import { type Column, contract, type ExperimentMetadata } from '../contract/index.ts';
import { metricValue } from '../display/metric-series.ts';
import type { BaseExperiment } from '../experiment/base-experiment.ts';
import {
  type Conjunction,
  compileAlternatives,
  compileQuery,
  parseAlternativesOrThrow,
  parseQueryOrThrow,
  type QueryInput,
  textOfQuery,
  uniqueConjunctions,
} from '../query/index.ts';
import type { OperationOptions } from './connection.ts';
import { ExperimentOperations } from './experiment-operations.ts';
import { operations } from './operation-arguments.ts';

const { query: endpoints, experiments, metrics: metricEndpoints } = contract;

/** The last, the least and the greatest value of a metric; NaN where the value is none. */
export interface ValueSummary {
  readonly current: number;
  readonly min: number;
  readonly max: number;
}

/** An experiment of a list with what its metrics came to. */
export interface ExperimentSummary<E> {
  readonly experiment: E;
  /** Name, state and times, as of the answer. */
  readonly metadata: ExperimentMetadata;
  readonly metrics: ReadonlyMap<string, ValueSummary>;
}

/** What is answered where summaries cannot be had at once: there is no such call, or they are too many for one answer. */
const notAtOnce: ReadonlySet<number | null> = new Set([404, 413]);

/** A summary's text as a number: services write an absent value as they like. */
const loggedNumber = (text: string) => metricValue(text) ?? Number.NaN;

/** The text of a query; what was put together by hand, or is a variable without a test, may have none. */
function textOf(operation: string, query: QueryInput): string {
  if (typeof query !== 'string') mappingArgument(operation, 'query', query);
  let cause: unknown;
  try {
    const text: unknown = textOfQuery(query);
    if (typeof text === 'string') return text;
  } catch (error) {
    cause = error;
  }
  const reason = 'the query is no expression; give a text, Metric("loss") < 1, or build one: Metric("loss").lt(1)';
  throw RestApiException.from({ code: 'invalid', operation, reason, cause });
}

/** Finding experiments by a query (sections 4.2, 4.3). */
export abstract class QueryOperations<E extends BaseExperiment> extends ExperimentOperations<E> {
  /** What a query on a project can test: name, source and type of each (sections 2, 4.2). */
  async getQueryVariables(workspace: string, projectName: string, options: OperationOptions = {}): Promise<Column[]> {
    return await this.columnsOf('getQueryVariables', workspace, projectName, options);
  }

  /**
   * The experiments of a project for which a query holds (sections 4.2, 4.3): text, a tree, or one built in code. `~` before a group
   * means "or", which takes several calls; each experiment comes once: in the order of the service, or newest first where there
   * were several calls.
   *
   * @throws QuerySyntaxError with positions, before anything is sent when the text alone is wrong
   * @throws RestApiException
   */
  async query(
    workspace: string,
    projectName: string,
    query: QueryInput,
    options: OperationOptions & { readonly archived?: boolean } = {},
  ): Promise<E[]> {
    return await this.union('query', workspace, projectName, [query], options);
  }

  /**
   * The experiments for which any of several queries holds, each once, newest first: "or" beyond the grammar of section 4.3. The
   * queries are a list, or one text that parts them by `;`: `Tag("best"); Metric("loss") < 0.1`.
   *
   * @throws QuerySyntaxError with positions, of one text in the whole of it; before anything is sent when the text alone is wrong
   * @throws RestApiException
   */
  async queryAny(
    workspace: string,
    projectName: string,
    queries: string | readonly QueryInput[],
    options: OperationOptions & { readonly archived?: boolean } = {},
  ): Promise<E[]> {
    if (typeof queries !== 'string') return await this.union('queryAny', workspace, projectName, queries, options);
    parseAlternativesOrThrow(queries);
    const columns = await this.columnsOf('queryAny', workspace, projectName, options);
    return await this.found('queryAny', workspace, projectName, compileAlternatives(queries, columns), options);
  }

  /**
   * The experiments of a project, newest first, each with the last, least and greatest value of its metrics: one call to a service of
   * ours, beyond the interface. Of another service, or where one answer cannot hold them, they are read one by one; with
   * `oneByOne: false` the answer is then null, and so it is for a project that is not there.
   *
   * @throws RestApiException
   */
  async getExperimentSummaries(
    workspace: string,
    projectName: string,
    options?: OperationOptions & { readonly archived?: boolean; readonly oneByOne?: true },
  ): Promise<ExperimentSummary<E>[]>;
  async getExperimentSummaries(
    workspace: string,
    projectName: string,
    options: OperationOptions & { readonly archived?: boolean; readonly oneByOne: boolean },
  ): Promise<ExperimentSummary<E>[] | null>;
  async getExperimentSummaries(
    workspace: string,
    projectName: string,
    options: OperationOptions & { readonly archived?: boolean; readonly oneByOne?: boolean } = {},
  ): Promise<ExperimentSummary<E>[] | null> {
    const operation = 'getExperimentSummaries';
    const fields = { workspaceName: workspace, projectName, archived: options.archived ?? false };
    try {
      const answer = await this.connection.call(operation, endpoints.summaries, { query: fields }, options);
      const listed = answer.experiments.map((metadata) => ({
        experiment: this.experimentOf(metadata.experimentKey, metadata),
        metadata,
        metrics: new Map<string, ValueSummary>(),
      }));
      for (const { name, experiments: places, current, min, max } of answer.metrics) {
        places.forEach((place, at) => {
          const summary = { current: Number(current[at]), min: Number(min[at]), max: Number(max[at]) };
          listed[place]?.metrics.set(name, summary);
        });
      }
      return listed;
    } catch (error) {
      if (!isRestApiException(error) || !notAtOnce.has(error.status)) throw error;
      if (options.oneByOne === false) return null;
    }
    const { experiments: records } = await this.connection.call(
      operation,
      experiments.list,
      { query: fields },
      options,
    );
    return await mapConcurrent(records, async (metadata) => {
      const query = { experimentKey: metadata.experimentKey };
      const { values } = await this.connection.call(operation, metricEndpoints.summary, { query }, options);
      const metrics = new Map(
        values.map(({ name, valueCurrent, valueMin, valueMax }) => [
          name,
          { current: loggedNumber(valueCurrent), min: loggedNumber(valueMin), max: loggedNumber(valueMax) },
        ]),
      );
      return { experiment: this.experimentOf(metadata.experimentKey, metadata), metadata, metrics };
    });
  }

  private async columnsOf(
    operation: string,
    workspaceName: string,
    projectName: string,
    options: OperationOptions,
  ): Promise<Column[]> {
    const query = { workspaceName, projectName };
    return (await this.connection.call(operation, endpoints.columns, { query }, options)).columns;
  }

  private async union(
    operation: string,
    workspace: string,
    projectName: string,
    expressions: readonly QueryInput[],
    options: OperationOptions & { readonly archived?: boolean },
  ): Promise<E[]> {
    for (const expression of listArgument(operation, 'queries', expressions)) {
      parseQueryOrThrow(textOf(operation, expression));
    }
    const columns = await this.columnsOf(operation, workspace, projectName, options);
    const conjunctions = uniqueConjunctions(expressions.flatMap((expression) => compileQuery(expression, columns)));
    return await this.found(operation, workspace, projectName, conjunctions, options);
  }

  /** The union of calls: in the order of the service when one call is enough, else newest first. */
  private async found(
    operation: string,
    workspace: string,
    projectName: string,
    conjunctions: readonly Conjunction[],
    options: OperationOptions & { readonly archived?: boolean },
  ): Promise<E[]> {
    const answers = await mapConcurrent(conjunctions, async (predicates) => {
      const body = {
        workspaceName: workspace,
        projectName,
        predicates: [...predicates],
        archived: options.archived ?? false,
      };
      return await this.connection.call(operation, endpoints.run, { body }, options);
    });
    const keys = [...new Set(answers.flatMap((answer) => answer.experimentKeys))];
    const known = new Map(
      answers.flatMap((answer) => answer.experiments ?? []).map((found) => [found.experimentKey, found]),
    );
    const missing = keys.filter((key) => !known.has(key));
    for (const metadata of await this.metadataOf(operation, workspace, projectName, missing, options)) {
      known.set(metadata.experimentKey, metadata);
    }
    const found = keys.map((key) => known.get(key)!);
    if (conjunctions.length > 1) {
      found.sort((a, b) => b.startTimeMillis - a.startTimeMillis || (a.experimentKey < b.experimentKey ? -1 : 1));
    }
    return found.map((metadata) => this.experimentOf(metadata.experimentKey, metadata));
  }

  /** Metadata that the answer did not bring: one list of the project costs less than a call for each, but for a handful. */
  private async metadataOf(
    operation: string,
    workspace: string,
    projectName: string,
    keys: readonly string[],
    options: OperationOptions & { readonly archived?: boolean },
  ): Promise<ExperimentMetadata[]> {
    const listed = new Map<string, ExperimentMetadata>();
    if (keys.length > 8) {
      const fields = { workspaceName: workspace, projectName, archived: options.archived ?? false };
      const answer = await this.connection.call(operation, experiments.list, { query: fields }, options);
      for (const metadata of answer.experiments) listed.set(metadata.experimentKey, metadata);
    }
    return await mapConcurrent(keys, async (experimentKey) => {
      const found = listed.get(experimentKey);
      if (found !== undefined) return found;
      return await this.connection.call(operation, experiments.metadata, { query: { experimentKey } }, options);
    });
  }
}

operations(QueryOperations.prototype, {
  getQueryVariables: ['workspace', 'projectName'],
  query: ['workspace', 'projectName', 'query'],
  queryAny: ['workspace', 'projectName', 'queries'],
  getExperimentSummaries: ['workspace', 'projectName'],
});

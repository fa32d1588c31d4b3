import { metricValue } from '../charts/metric-series.ts';
import { isRestApiException, RestApiException } from '../client/errors.ts';
import { mapConcurrent } from '../client/map-concurrent.ts';
import { listArgument, mappingArgument } from '../client/validate-arguments.ts';
import { type Column, contract, type ExperimentMetadata } from '../contract/index.ts';
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

/** Last, minimum and maximum value of a metric. NaN when a value is not a number. */
interface ValueSummary {
  readonly current: number;
  readonly min: number;
  readonly max: number;
}

/** Experiment with its metadata and the summaries of its metrics. */
export interface ExperimentSummary<E> {
  readonly experiment: E;
  /** Metadata at the time of the response. */
  readonly metadata: ExperimentMetadata;
  readonly metrics: ReadonlyMap<string, ValueSummary>;
}

/**
 * Status codes that mean summaries of a whole project are unavailable: the endpoint does not exist, or the response
 * would be too large.
 */
const notAtOnce: ReadonlySet<number | null> = new Set([404, 413]);

/** Parses a value of a summary. Services write an absent value in different ways. */
const loggedNumber = (text: string) => metricValue(text) ?? Number.NaN;

/** Returns the text of a query. An object built by hand, or a variable without a test, may not be a valid query. */
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

/** Operations that find experiments by a query. */
export abstract class QueryOperations<E extends BaseExperiment> extends ExperimentOperations<E> {
  /** Returns the variables that a query on a project can test, with name, source and type. */
  async getQueryVariables(workspace: string, projectName: string, options: OperationOptions = {}): Promise<Column[]> {
    return await this.columnsOf('getQueryVariables', workspace, projectName, options);
  }

  /**
   * Returns the experiments of a project that match a query, given as text, a tree, or built in code. `~` before a
   * group means "or", which takes several requests. Each experiment is returned once. The order is that of the
   * service for one request, else newest first.
   *
   * @throws QuerySyntaxError with positions; before anything is sent if the text itself is invalid
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
   * Returns the experiments that match any of several queries, each once. This is an "or" beyond the query grammar.
   * The queries are a list, or one string separated by `;`: `Tag("best"); Metric("loss") < 0.1`. The order is that of
   * the service for one request, else newest first.
   *
   * @throws QuerySyntaxError with positions within the whole string; before anything is sent if the text itself is
   * invalid
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
   * Returns the experiments of a project, newest first, each with the last, minimum and maximum value of its metrics.
   * The local service does this in one request, an extension of the REST interface. If the service lacks it, or one
   * response would be too large, the summaries are read per experiment. With `oneByOne: false` the result is then
   * null, as it is for a project that does not exist.
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

  /** Returns the union of the results, in the order of the service for one request, else newest first. */
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

  /**
   * Reads metadata missing in the response. For more than a few keys, one list of the project is cheaper than a
   * request per experiment.
   */
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

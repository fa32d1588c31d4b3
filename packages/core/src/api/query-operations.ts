import { anything, argument, checkArgument, flag, list, record } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import { mapConcurrent } from '../client/map-concurrent.ts';
import { defineOperations, type OperationContext } from '../client/operation.ts';
import { type Column, contract, type ExperimentMetadata } from '../contract/index.ts';
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
import type { AccountSubject, ExperimentReference } from './account.ts';
import { named } from './arguments.ts';
import { type ExperimentSummary, experimentSummaries, newestFirst, projectSummaries } from './experiment-summaries.ts';

const { query: endpoints, experiments } = contract;

/** Operations that find experiments by a query. */
export interface QueryOperations<E> {
  /** Returns the variables that a query on a project can test, with name, source and type. */
  getQueryVariables(workspace: string, projectName: string, options?: OperationOptions): Promise<Column[]>;
  /**
   * Returns the experiments of a project that match a query, given as text, a tree, or built in code. `~` before a
   * group means "or", which takes several requests. Each experiment is returned once. The order is that of the
   * service for one request, else newest first.
   *
   * @throws QuerySyntaxError with positions; before anything is sent if the text itself is invalid
   */
  query(
    workspace: string,
    projectName: string,
    query: QueryInput,
    options?: OperationOptions & {
      /** Whether archived experiments are meant. Default: false. */
      readonly archived?: boolean;
    },
  ): Promise<E[]>;
  /**
   * Returns the experiments that match any of several queries, each once. This is an "or" beyond the query grammar.
   * The queries are a list, or one string separated by `;`: `Tag("best"); Metric("loss") < 0.1`. The order is that of
   * the service for one request, else newest first.
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
      readonly archived?: boolean;
    },
  ): Promise<E[]>;
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
      readonly archived?: boolean;
      readonly oneByOne?: true;
    },
  ): Promise<ExperimentSummary<E>[]>;
  getExperimentSummaries(
    workspace: string,
    projectName: string,
    options: OperationOptions & {
      /** Whether archived experiments are meant. Default: false. */
      readonly archived?: boolean;
      readonly oneByOne: boolean;
    },
  ): Promise<ExperimentSummary<E>[] | null>;
}

/** Signature that covers the overloads. */
interface Implementations {
  getExperimentSummaries(
    workspace: string,
    projectName: string,
    options: OperationOptions & {
      /** Whether archived experiments are meant. Default: false. */
      readonly archived?: boolean;
      readonly oneByOne?: boolean;
    },
  ): Promise<ExperimentSummary<ExperimentReference>[] | null>;
}

type Context = OperationContext<AccountSubject>;

/** Project whose experiments are searched. */
interface Searched {
  readonly workspaceName: string;
  readonly projectName: string;
  readonly archived: boolean;
}

/** Number of experiments without metadata in a response from which one list of the project is cheaper. */
const mostReads = 8;

/** Returns the text of a query. An object built by hand, or a variable without a test, may not be a valid query. */
function textOf({ operation, failure }: Context, query: QueryInput): string {
  if (typeof query !== 'string') checkArgument(operation, 'query', record, query);
  let cause: unknown;
  try {
    const text: unknown = textOfQuery(query);
    if (typeof text === 'string') return text;
  } catch (error) {
    cause = error;
  }
  const reason = 'the query is not an expression; give a text, Metric("loss") < 1, or build one: Metric("loss").lt(1)';
  throw failure('invalid', reason, { cause });
}

async function columnsOf({ call }: Context, workspaceName: string, projectName: string): Promise<Column[]> {
  return (await call(endpoints.columns, { query: { workspaceName, projectName } })).columns;
}

/**
 * Reads metadata missing in the response. For more than a few keys, one list of the project is cheaper than a
 * request per experiment.
 */
async function metadataOf(
  { call }: Context,
  searched: Searched,
  keys: readonly string[],
): Promise<ExperimentMetadata[]> {
  const listed = new Map<string, ExperimentMetadata>();
  if (keys.length > mostReads) {
    const answer = await call(experiments.list, { query: { ...searched } });
    for (const metadata of answer.experiments) listed.set(metadata.experimentKey, metadata);
  }
  return await mapConcurrent(
    keys,
    async (experimentKey) =>
      listed.get(experimentKey) ?? (await call(experiments.metadata, { query: { experimentKey } })),
  );
}

/** Returns the union of the results, in the order of the service for one request, else newest first. */
async function findExperiments(
  context: Context,
  { workspaceName, projectName, archived }: Searched,
  conjunctions: readonly Conjunction[],
): Promise<ExperimentReference[]> {
  const answers = await mapConcurrent(conjunctions, (predicates) =>
    context.call(endpoints.run, { body: { workspaceName, projectName, predicates: [...predicates], archived } }),
  );
  const keys = [...new Set(answers.flatMap((answer) => answer.experimentKeys))];
  const known = new Map(
    answers.flatMap((answer) => answer.experiments ?? []).map((found) => [found.experimentKey, found]),
  );
  const missing = keys.filter((key) => !known.has(key));
  for (const metadata of await metadataOf(context, { workspaceName, projectName, archived }, missing))
    known.set(metadata.experimentKey, metadata);
  const found = keys.map((key) => known.get(key)!);
  if (conjunctions.length > 1) found.sort(newestFirst);
  return found.map((metadata) => context.subject.experimentOf(metadata.experimentKey, metadata));
}

async function findAny(
  context: Context,
  searched: Searched,
  queries: readonly QueryInput[],
): Promise<ExperimentReference[]> {
  for (const query of queries) parseQueryOrThrow(textOf(context, query));
  const columns = await columnsOf(context, searched.workspaceName, searched.projectName);
  const conjunctions = uniqueConjunctions(queries.flatMap((query) => compileQuery(query, columns)));
  return await findExperiments(context, searched, conjunctions);
}

/** Definitions of the operations that find experiments by a query. */
export const queryOperations = defineOperations<QueryOperations<ExperimentReference>, AccountSubject, Implementations>({
  getQueryVariables: { arguments: [named.workspace, named.projectName], run: columnsOf },
  query: {
    arguments: [named.workspace, named.projectName, argument('query', anything)],
    options: { archived: flag },
    run: (context, workspaceName, projectName, query, { archived = false }) =>
      findAny(context, { workspaceName, projectName, archived }, [query]),
  },
  queryAny: {
    arguments: [named.workspace, named.projectName, argument('queries', anything)],
    options: { archived: flag },
    async run(context, workspaceName, projectName, queries, { archived = false }) {
      const searched = { workspaceName, projectName, archived };
      if (typeof queries !== 'string') {
        checkArgument(context.operation, 'queries', list, queries);
        return await findAny(context, searched, queries);
      }
      parseAlternativesOrThrow(queries);
      const columns = await columnsOf(context, workspaceName, projectName);
      return await findExperiments(context, searched, compileAlternatives(queries, columns));
    },
  },
  getExperimentSummaries: {
    arguments: [named.workspace, named.projectName],
    options: { archived: flag, oneByOne: flag },
    async run(context, workspaceName, projectName, { archived = false, oneByOne = true }) {
      const selected = { workspaceName, projectName, archived };
      return (
        (await projectSummaries(context, selected)) ?? (oneByOne ? await experimentSummaries(context, selected) : null)
      );
    },
  },
});

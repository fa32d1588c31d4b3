import { checkArgument, list } from '../client/argument.ts';
import { mapConcurrent } from '../client/map-concurrent.ts';
import type { OperationContext } from '../client/operation.ts';
import { type Column, contract, type ExperimentMetadata } from '../contract/index.ts';
import {
  type Conjunction,
  checkedPlan,
  parseAlternativesOrThrow,
  parseQueryOrThrow,
  type QueryInput,
  type QueryPlan,
  sentence,
  textOfQuery,
  uniqueConjunctions,
} from '../query/index.ts';
import type { AccountSubject, ExperimentReference } from './account.ts';
import { newestFirst } from './experiment-summaries.ts';

/*
 * Finds experiments by a query. The operations load this module lazily, so that a page that sends no query does not
 * load the query language.
 */

const { query: endpoints, experiments } = contract;

type Context = OperationContext<AccountSubject>;

/** Project whose experiments are searched. */
interface SearchScope {
  readonly workspaceName: string;
  readonly projectName: string;
  readonly archived: boolean;
  readonly onPlan: ((plan: QueryRun) => void) | undefined;
}

/** Properties of a query: its number of calls, and the names that are unknown. */
export interface QueryRun {
  /** Number of calls: one for each alternative of the query, and none if no alternative can match. */
  readonly calls: number;
  /** Names in the query that no experiment of the project has logged, as sentences with a suggestion. */
  readonly unknownNames: readonly string[];
}

/** Maximum number of experiments whose metadata is read one by one. For more, one list of the project is cheaper. */
const maxSingleReads = 8;

/** Returns the text of a query. An object built by hand, or a variable without a test, may not be a valid query. */
function textOf({ failure }: Context, query: QueryInput): string {
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
  scope: SearchScope,
  keys: readonly string[],
): Promise<ExperimentMetadata[]> {
  const listed = new Map<string, ExperimentMetadata>();
  if (keys.length > maxSingleReads) {
    const { workspaceName, projectName, archived } = scope;
    const response = await call(experiments.list, { query: { workspaceName, projectName, archived } });
    for (const metadata of response.experiments) listed.set(metadata.experimentKey, metadata);
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
  scope: SearchScope,
  conjunctions: readonly Conjunction[],
): Promise<ExperimentReference[]> {
  const { workspaceName, projectName, archived } = scope;
  const responses = await mapConcurrent(conjunctions, (predicates) =>
    context.call(endpoints.run, { body: { workspaceName, projectName, predicates: [...predicates], archived } }),
  );
  const keys = [...new Set(responses.flatMap(({ experimentKeys }) => experimentKeys))];
  const known = new Map(
    responses.flatMap((response) => response.experiments ?? []).map((found) => [found.experimentKey, found]),
  );
  const missing = keys.filter((key) => !known.has(key));
  for (const metadata of await metadataOf(context, scope, missing)) known.set(metadata.experimentKey, metadata);
  const found = keys.map((key) => known.get(key)!);
  if (conjunctions.length > 1) found.sort(newestFirst);
  return found.map((metadata) => context.subject.experimentOf(metadata.experimentKey, metadata));
}

/** Reports a plan and runs it. */
async function runPlan(
  context: Context,
  scope: SearchScope,
  { conjunctions, unknown }: Pick<QueryPlan, 'conjunctions' | 'unknown'>,
): Promise<ExperimentReference[]> {
  scope.onPlan?.({ calls: conjunctions.length, unknownNames: unknown.map(sentence) });
  return await findExperiments(context, scope, conjunctions);
}

/** Returns the experiments that match any of the queries, each once. */
export async function findAny(
  context: Context,
  scope: SearchScope,
  queries: readonly QueryInput[],
): Promise<ExperimentReference[]> {
  const parsed = queries.map((query) => {
    const text = textOf(context, query);
    return { text, tree: parseQueryOrThrow(text) };
  });
  const columns = await columnsOf(context, scope.workspaceName, scope.projectName);
  const plans = parsed.map(({ text, tree }) => checkedPlan(text, [tree], columns));
  return await runPlan(context, scope, {
    conjunctions: uniqueConjunctions(plans.flatMap(({ conjunctions }) => conjunctions)),
    unknown: plans.flatMap(({ unknown }) => unknown),
  });
}

/** Returns the experiments that match any of several queries: a list, or one string that separates them by `;`. */
export async function findAlternatives(
  context: Context,
  scope: SearchScope,
  queries: string | readonly QueryInput[],
): Promise<ExperimentReference[]> {
  if (typeof queries !== 'string') {
    checkArgument(context.operation, 'queries', list, queries);
    return await findAny(context, scope, queries);
  }
  const trees = parseAlternativesOrThrow(queries);
  const columns = await columnsOf(context, scope.workspaceName, scope.projectName);
  return await runPlan(context, scope, checkedPlan(queries, trees, columns));
}

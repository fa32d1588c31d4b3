import { argument, eachText, flag, isObject, text, texts } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import { isRestApiException } from '../client/errors.ts';
import type { Batches, ListPromise } from '../client/list-promise.ts';
import { defineOperations, type OperationContext } from '../client/operation.ts';
import { type ChartData, contract, type ExperimentMetadata, type WriteReply } from '../contract/index.ts';
import type { AccountSubject, ExperimentReference } from './account.ts';
import { accountOperations } from './account-operations.ts';
import { named } from './arguments.ts';
import type { ChartRequest } from './chart-data.ts';
import { type ExperimentSelection, listExperiments, patternCheck } from './experiment-lists.ts';
import type { pagedExperiments } from './experiment-pages.ts';
import { projectOperations } from './project-operations.ts';

const { experiments } = contract;

/** Operations on experiments: find, archive, delete, move, and read chart data. */
export interface AccountExperimentOperations<E> {
  /**
   * Lists the level below the given path: workspaces, the projects of a workspace, the experiments of a project (by
   * name, or by key if unnamed), or returns one experiment. The path can be given as one string,
   * `workspace/project/experiment`.
   */
  get(): Promise<string[]>;
  get(path: string, options?: OperationOptions): Promise<string[] | E | null>;
  get(workspace: string, projectName: string, options?: OperationOptions): Promise<string[]>;
  get(workspace: string, projectName: string, experiment: string, options?: OperationOptions): Promise<E | null>;
  /**
   * Returns the experiment with this key, or else the experiment with this name in the project. Null when there is
   * none.
   */
  getExperiment(
    workspace: string,
    projectName: string,
    experiment: string,
    options?: OperationOptions,
  ): Promise<E | null>;
  /** Returns an experiment by its key; null when there is none. */
  getExperimentByKey(experimentKey: string, options?: OperationOptions): Promise<E | null>;
  /** Alias of `getExperimentByKey`. */
  getExperimentById(experiment: string, options?: OperationOptions): Promise<E | null>;
  /** Returns the experiments of a workspace or project, optionally only those whose key or name matches a pattern. */
  getExperiments(workspace: string, selection?: ExperimentSelection): ListPromise<E>;
  /** Yields the selected experiments, newest first within each project. Equals iterating over `getExperiments`. */
  genExperiments(workspace: string, options?: ExperimentSelection): AsyncGenerator<E, void, undefined>;
  /**
   * Returns the archived experiment with this key, or else the archived experiment with this name in the project. Null
   * when there is none.
   */
  getArchivedExperiment(
    workspace: string,
    projectName: string,
    experiment: string,
    options?: OperationOptions,
  ): Promise<E | null>;
  /** Returns the selected archived experiments. */
  getArchivedExperiments(workspace: string, selection?: ExperimentSelection): ListPromise<E>;
  /** Archives an experiment. Only the operations on archived experiments list it afterwards. */
  archiveExperiment(experimentKey: string, options?: OperationOptions): Promise<WriteReply>;
  /**
   * Archives several experiments, a few at a time. Returns the replies in the order of the keys.
   * @throws RestApiException for the first failure, after all requests have ended; its `progress` has the outcome of
   * each key
   */
  archiveExperiments(experimentKeys: readonly string[], options?: OperationOptions): Promise<WriteReply[]>;
  /** Restores an experiment from the archive. */
  restoreExperiment(experimentKey: string, options?: OperationOptions): Promise<WriteReply>;
  /** Deletes an experiment and all its logged data. */
  deleteExperiment(experimentKey: string, options?: OperationOptions): Promise<WriteReply>;
  /**
   * Deletes several experiments, a few at a time. Returns the replies in the order of the keys.
   * @throws RestApiException for the first failure, after all requests have ended; its `progress` has the outcome of
   * each key
   */
  deleteExperiments(experimentKeys: readonly string[], options?: OperationOptions): Promise<WriteReply[]>;
  /** Requests that a running experiment stop. */
  stopExperiment(experimentKey: string, options?: OperationOptions): Promise<WriteReply>;
  /**
   * Moves experiments to another project of their workspace, or with `symlink` links them there. Keys are sent in
   * chunks of 100, after the workspaces of all experiments have been checked.
   *
   * @throws RestApiException `invalid` when one of them is in another workspace; when a chunk fails, its `progress`
   * has the experiments that were moved before
   */
  moveExperiments(
    experimentKeys: readonly string[],
    targetWorkspace: string,
    targetProjectName: string,
    options?: OperationOptions & {
      /** Whether the experiments are linked there instead of moved. Default: false. */
      readonly symlink?: boolean | undefined;
    },
  ): Promise<WriteReply | null>;
  /**
   * Returns points of named metrics and values of named parameters for many experiments. The result has, by
   * experiment key, parallel lists of values, steps, epochs, timestamps (ms) and durations (ms). Values are numbers,
   * or strings for NaN and infinities.
   *
   * @throws RestApiException `invalid` when neither metrics nor parameters are named
   */
  getMetricsForChart(experimentKeys: readonly string[], request?: ChartRequest): Promise<ChartData>;
}

/** Signature of `get` with its path as one list. */
interface Implementations {
  get(path: readonly string[], options: OperationOptions): Promise<string[] | ExperimentReference | null>;
}

type Context = OperationContext<AccountSubject>;

const keys = argument('experimentKeys', texts);
const experimentPath = [named.workspace, named.projectName, argument('experiment', text)] as const;
const selection = { projectName: text, pattern: patternCheck };

async function findMetadata({ call }: Context, experimentKey: string): Promise<ExperimentMetadata | null> {
  try {
    return await call(experiments.metadata, { query: { experimentKey } });
  } catch (error) {
    if (!isRestApiException(error)) throw error;
    // Some services respond to an unknown key with 400 and no further code.
    if (error.code === 'not-found' || (error.code === 'invalid' && error.status === 400)) return null;
    throw error;
  }
}

async function experimentByKey(context: Context, experimentKey: string): Promise<ExperimentReference | null> {
  const metadata = await findMetadata(context, experimentKey);
  return metadata === null ? null : context.subject.experimentOf(experimentKey, metadata);
}

/** Key or name of an experiment, among the archived ones or, by its name, the others. */
interface ExperimentChoice {
  readonly workspaceName: string;
  readonly projectName: string;
  readonly experiment: string;
  readonly archived: boolean;
}

async function findExperiment(
  context: Context,
  { workspaceName, projectName, experiment, archived }: ExperimentChoice,
): Promise<ExperimentReference | null> {
  const { experimentOf } = context.subject;
  const known = await findMetadata(context, experiment);
  if (known !== null && (known.archived || !archived)) return experimentOf(known.experimentKey, known);
  try {
    const listed = await context.call(experiments.list, { query: { workspaceName, projectName, archived } });
    const found = listed.experiments.find(({ experimentName }) => experimentName === experiment);
    return found === undefined ? null : experimentOf(found.experimentKey, found);
  } catch (error) {
    if (isRestApiException(error) && error.code === 'not-found') return null;
    throw error;
  }
}

/** Calls an endpoint for each key. */
async function callForEach(
  { call }: Context,
  endpoint: typeof experiments.archive | typeof experiments.remove,
  experimentKeys: readonly string[],
): Promise<WriteReply[]> {
  const { forEachKey } = await import('./for-each-key.ts');
  return await forEachKey(experimentKeys, (experimentKey) => call(endpoint, { query: { experimentKey } }));
}

async function* experimentPages(...args: Parameters<typeof pagedExperiments>): Batches<ExperimentReference> {
  yield* (await import('./experiment-pages.ts')).pagedExperiments(...args);
}

/** Definitions of the operations on experiments. */
export const accountExperimentOperations = defineOperations<
  AccountExperimentOperations<ExperimentReference>,
  AccountSubject,
  Implementations
>({
  get: {
    arrange: (args) => [args.filter((part) => part != null && !isObject(part)), args.find(isObject)],
    arguments: [argument('each part', eachText)],
    async run(context, path) {
      const [first = ''] = path;
      // Names that are given one by one may have slashes.
      const parts = (path.length === 1 ? first.split('/') : path).filter((part) => part !== '');
      const [workspace, projectName, experiment, more] = parts;
      if (more !== undefined) {
        throw context.failure('invalid', `${parts.join('/')} has more parts than workspace/project/experiment`);
      }
      if (workspace === undefined) return await accountOperations.getWorkspaces.run(context, {});
      if (projectName === undefined) {
        return (await projectOperations.getProjects.run(context, workspace, {})).map((project) => project.projectName);
      }
      if (experiment === undefined) {
        const found = await listExperiments(context, workspace, { projectName, archived: false });
        return found.map((one) => one.name || one.key);
      }
      return await findExperiment(context, { workspaceName: workspace, projectName, experiment, archived: false });
    },
  },
  getExperiment: {
    arguments: experimentPath,
    run: (context, workspaceName, projectName, experiment) =>
      findExperiment(context, { workspaceName, projectName, experiment, archived: false }),
  },
  getExperimentByKey: { arguments: [named.experimentKey], run: experimentByKey },
  getExperimentById: { arguments: [argument('experiment', text)], run: experimentByKey },
  getExperiments: {
    arguments: [named.workspace],
    options: selection,
    run: (context, workspace, selection) => listExperiments(context, workspace, { ...selection, archived: false }),
    batches: (context, workspace, selection) => experimentPages(context, workspace, { ...selection, archived: false }),
  },
  genExperiments: {
    arguments: [named.workspace],
    options: selection,
    batches: (context, workspace, selection) => experimentPages(context, workspace, { ...selection, archived: false }),
  },
  getArchivedExperiment: {
    arguments: experimentPath,
    run: (context, workspaceName, projectName, experiment) =>
      findExperiment(context, { workspaceName, projectName, experiment, archived: true }),
  },
  getArchivedExperiments: {
    arguments: [named.workspace],
    options: selection,
    run: (context, workspace, selection) => listExperiments(context, workspace, { ...selection, archived: true }),
    batches: (context, workspace, selection) => experimentPages(context, workspace, { ...selection, archived: true }),
  },
  archiveExperiment: {
    arguments: [named.experimentKey],
    run: ({ call }, experimentKey) => call(experiments.archive, { query: { experimentKey } }),
  },
  archiveExperiments: {
    arguments: [keys],
    run: (context, experimentKeys) => callForEach(context, experiments.archive, experimentKeys),
  },
  restoreExperiment: {
    arguments: [named.experimentKey],
    run: ({ call }, experimentKey) => call(experiments.restore, { query: { experimentKey } }),
  },
  deleteExperiment: {
    arguments: [named.experimentKey],
    run: ({ call }, experimentKey) => call(experiments.remove, { query: { experimentKey } }),
  },
  deleteExperiments: {
    arguments: [keys],
    run: (context, experimentKeys) => callForEach(context, experiments.remove, experimentKeys),
  },
  stopExperiment: {
    arguments: [named.experimentKey],
    run: ({ call }, experimentKey) => call(experiments.stop, { query: { experimentKey } }),
  },
  moveExperiments: {
    arguments: [keys, argument('targetWorkspace', text), argument('targetProjectName', text)],
    options: { symlink: flag },
    async run(context, experimentKeys, targetWorkspaceName, targetProjectName, { symlink = false }) {
      const { moveExperiments } = await import('./experiment-moves.ts');
      return await moveExperiments(context, experimentKeys, { targetWorkspaceName, targetProjectName, symlink });
    },
  },
  getMetricsForChart: {
    arguments: [keys],
    options: { metrics: texts, parameters: texts, independent: flag, full: flag },
    run: async (context, experimentKeys, request) =>
      (await import('./chart-data.ts')).chartData(context, experimentKeys, request),
  },
});

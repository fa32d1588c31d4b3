import { isRestApiException, RestApiException } from '../client/errors.ts';
import { chunksOf, mapConcurrent } from '../client/map-concurrent.ts';
import { textArgument } from '../client/validate-arguments.ts';
import { type ChartData, contract, type ExperimentMetadata, type WriteReply } from '../contract/index.ts';
import type { BaseExperiment } from '../experiment/base-experiment.ts';
import { isObject } from './argument-checks.ts';
import type { OperationOptions } from './connection.ts';
import { failureAmongKeys, forEachKey } from './for-each-key.ts';
import { givenArguments, givenOptions, operations } from './operation-arguments.ts';
import { ProjectOperations } from './project-operations.ts';

const { experiments, metrics } = contract;

/** Selects experiments of a workspace. */
export interface ExperimentSelection extends OperationOptions {
  /** Default: all projects of the workspace. */
  readonly projectName?: string | undefined;
  /** Matched against the start of the key or the name. A string is parsed as a regular expression. */
  readonly pattern?: RegExp | string | undefined;
}

/** Request of `getMetricsForChart`. */
export interface ChartRequest extends OperationOptions {
  /** Names of the metrics. Default: none. At least one metric or parameter is required. */
  readonly metrics?: readonly string[] | undefined;
  /** Names of the parameters. Default: none. */
  readonly parameters?: readonly string[] | undefined;
  /** False: only the steps at which every named metric has a value. Default: true. */
  readonly independent?: boolean;
  /** True: up to 15,000 points per metric. False: a sample of about 500. Default: false. */
  readonly full?: boolean;
}

/** Maximum number of experiments in one chart request. Small responses can be parsed while others arrive. */
const keysPerChartCall = 50;
const keysPerMove = 100;
/** Page size of `genExperiments`. */
const pageSize = 200;

function startMatcher(
  operation: string,
  pattern: RegExp | string | undefined,
): (metadata: ExperimentMetadata) => boolean {
  if (pattern === undefined) return () => true;
  // A RegExp from another realm is valid too, so it is recognized by its fields.
  const given = typeof pattern === 'string' ? { source: pattern, flags: '' } : pattern;
  if (typeof given?.source !== 'string') {
    const reason = 'pattern must be a string or a RegExp';
    throw RestApiException.from({ code: 'invalid', operation, reason });
  }
  const { source, flags } = given;
  let expression: RegExp;
  try {
    expression = new RegExp(`^(?:${source})`, flags.replace(/[gy]/g, ''));
  } catch (cause) {
    const reason = `${source} is not a regular expression`;
    throw RestApiException.from({ code: 'invalid', operation, reason, cause });
  }
  return ({ experimentKey, experimentName }) =>
    expression.test(experimentKey) || (experimentName !== null && expression.test(experimentName));
}

/** Operations on experiments: find, archive, delete, move, and read chart data. */
export abstract class ExperimentOperations<E extends BaseExperiment> extends ProjectOperations<E> {
  /**
   * Lists the level below the given path: workspaces, the projects of a workspace, the experiments of a project (by
   * name, or by key if unnamed), or returns one experiment. The path can be given as one string,
   * `workspace/project/experiment`.
   */
  async get(): Promise<string[]>;
  async get(path: string, options?: OperationOptions): Promise<string[] | E | null>;
  async get(workspace: string, projectName: string, options?: OperationOptions): Promise<string[]>;
  async get(workspace: string, projectName: string, experiment: string, options?: OperationOptions): Promise<E | null>;
  async get(...args: (string | OperationOptions | null | undefined)[]): Promise<string[] | E | null> {
    for (const part of args) {
      if (part != null && !isObject(part)) textArgument('get', 'each part', part);
    }
    const options: OperationOptions = givenOptions('get', args.find(isObject) ?? {});
    const parts = args
      .filter((part): part is string => typeof part === 'string')
      .flatMap((part) => part.split('/'))
      .filter((part) => part !== '');
    const [workspace, projectName, experiment, more] = parts;
    if (more !== undefined) {
      const reason = `${parts.join('/')} has more parts than workspace/project/experiment`;
      throw RestApiException.from({ code: 'invalid', operation: 'get', reason });
    }
    if (workspace === undefined) return await this.getWorkspaces(options);
    if (projectName === undefined) {
      return (await this.getProjects(workspace, options)).map((project) => project.projectName);
    }
    if (experiment === undefined) {
      const found = await this.getExperiments(workspace, { projectName, ...options });
      return found.map((one) => one.name || one.key);
    }
    return await this.getExperiment(workspace, projectName, experiment, options);
  }

  /**
   * Returns the experiment with this key, or else the experiment with this name in the project. Null when there is
   * none.
   */
  async getExperiment(
    workspace: string,
    projectName: string,
    experiment: string,
    options: OperationOptions = {},
  ): Promise<E | null> {
    return await this.findExperiment('getExperiment', workspace, projectName, experiment, false, options);
  }

  /** Returns an experiment by its key; null when there is none. */
  async getExperimentByKey(experimentKey: string, options: OperationOptions = {}): Promise<E | null> {
    const metadata = await this.findMetadata('getExperimentByKey', experimentKey, options);
    return metadata === null ? null : this.experimentOf(experimentKey, metadata);
  }

  /** Alias of `getExperimentByKey`. */
  async getExperimentById(experiment: string, options: OperationOptions = {}): Promise<E | null> {
    return await this.getExperimentByKey(experiment, options);
  }

  /** Returns the experiments of a workspace or project, optionally only those whose key or name matches a pattern. */
  async getExperiments(workspace: string, selection: ExperimentSelection = {}): Promise<E[]> {
    return await this.listExperiments('getExperiments', workspace, false, selection);
  }

  /** Yields the selected experiments page by page, newest first within each project. */
  async *genExperiments(workspace: string, options: ExperimentSelection = {}): AsyncGenerator<E, void, undefined> {
    const operation = 'genExperiments';
    givenArguments(operation, ['workspace'], [workspace]);
    const selection = givenOptions(operation, options);
    const matches = startMatcher(operation, selection.pattern);
    for (const projectName of await this.projectNames(operation, workspace, selection)) {
      const seen = new Set<string>();
      for (let page = 1; ; page++) {
        const query = { workspaceName: workspace, projectName, archived: false, page, size: pageSize };
        const order = { sortBy: 'startTime', sortOrder: 'desc' } as const;
        const fields = { query: { ...query, ...order } };
        const answer = await this.connection.call(operation, experiments.list, fields, selection);
        // Skips duplicates: experiments that start meanwhile shift others to the next page, and a service may ignore
        // paging.
        const fresh = answer.experiments.filter(({ experimentKey }) => !seen.has(experimentKey));
        for (const metadata of fresh) {
          seen.add(metadata.experimentKey);
          if (matches(metadata)) yield this.experimentOf(metadata.experimentKey, metadata);
        }
        if (answer.experiments.length !== pageSize || fresh.length === 0) break;
      }
    }
  }

  /**
   * Returns the experiment with this key, or else the archived experiment with this name in the project. Null when
   * there is none.
   */
  async getArchivedExperiment(
    workspace: string,
    projectName: string,
    experiment: string,
    options: OperationOptions = {},
  ): Promise<E | null> {
    return await this.findExperiment('getArchivedExperiment', workspace, projectName, experiment, true, options);
  }

  /** Returns the selected archived experiments. */
  async getArchivedExperiments(workspace: string, selection: ExperimentSelection = {}): Promise<E[]> {
    return await this.listExperiments('getArchivedExperiments', workspace, true, selection);
  }

  /** Archives an experiment. Only the operations on archived experiments list it afterwards. */
  async archiveExperiment(experimentKey: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.connection.call('archiveExperiment', experiments.archive, { query: { experimentKey } }, options);
  }

  /**
   * Archives several experiments, a few at a time. Returns the replies in the order of the keys.
   * @throws RestApiException for the first failure, after all requests have ended; its `progress` has the outcome of
   * each key
   */
  async archiveExperiments(experimentKeys: readonly string[], options: OperationOptions = {}): Promise<WriteReply[]> {
    return await forEachKey(experimentKeys, (key) => this.archiveExperiment(key, options));
  }

  /** Restores an experiment from the archive. */
  async restoreExperiment(experimentKey: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.connection.call('restoreExperiment', experiments.restore, { query: { experimentKey } }, options);
  }

  /** Deletes an experiment and all its logged data. */
  async deleteExperiment(experimentKey: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.connection.call('deleteExperiment', experiments.remove, { query: { experimentKey } }, options);
  }

  /**
   * Deletes several experiments, a few at a time. Returns the replies in the order of the keys.
   * @throws RestApiException for the first failure, after all requests have ended; its `progress` has the outcome of
   * each key
   */
  async deleteExperiments(experimentKeys: readonly string[], options: OperationOptions = {}): Promise<WriteReply[]> {
    return await forEachKey(experimentKeys, (key) => this.deleteExperiment(key, options));
  }

  /** Requests that a running experiment stop. */
  async stopExperiment(experimentKey: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.connection.call('stopExperiment', experiments.stop, { query: { experimentKey } }, options);
  }

  /**
   * Moves experiments to another project of their workspace, or with `symlink` links them there. Keys are sent in
   * chunks of 100, after the workspaces of all experiments have been checked.
   *
   * @throws RestApiException `invalid` when one of them is in another workspace; when a chunk fails, its `progress`
   * has the experiments that were moved before
   */
  async moveExperiments(
    experimentKeys: readonly string[],
    targetWorkspace: string,
    targetProjectName: string,
    options: OperationOptions & { readonly symlink?: boolean } = {},
  ): Promise<WriteReply | null> {
    const operation = 'moveExperiments';
    const keys = [...new Set(experimentKeys)];
    const found = await mapConcurrent(keys, (experimentKey) =>
      this.connection.call(operation, experiments.metadata, { query: { experimentKey } }, options),
    );
    const stranger = found.find(({ workspaceName }) => workspaceName !== targetWorkspace);
    if (stranger !== undefined) {
      const reason = `${stranger.experimentKey} lies in ${stranger.workspaceName}; experiments stay in their workspace`;
      throw RestApiException.from({ code: 'invalid', operation, reason });
    }
    let last: WriteReply | null = null;
    for (const [index, slice] of chunksOf(keys, keysPerMove).entries()) {
      const body = {
        targetWorkspaceName: targetWorkspace,
        targetProjectName,
        experimentKeys: slice,
        symlink: options.symlink ?? false,
      };
      try {
        last = await this.connection.call(operation, experiments.move, { body }, options);
      } catch (error) {
        const from = index * keysPerMove;
        const [done, left] = [keys.slice(0, from), keys.slice(from + slice.length)];
        throw failureAmongKeys(error, { done, failed: slice, left });
      }
    }
    return last;
  }

  /**
   * Returns points of named metrics and values of named parameters for many experiments. The result has, by
   * experiment key, parallel lists of values, steps, epochs, timestamps (ms) and durations (ms). Values are numbers,
   * or strings for NaN and infinities.
   *
   * @throws RestApiException `invalid` when neither metrics nor parameters are named
   */
  async getMetricsForChart(experimentKeys: readonly string[], request: ChartRequest = {}): Promise<ChartData> {
    const operation = 'getMetricsForChart';
    const named = (names: readonly string[] | undefined) => [...new Set(names ?? [])].filter((name) => name !== '');
    const [metricNames, params] = [named(request.metrics), named(request.parameters)];
    if (metricNames.length === 0 && params.length === 0) {
      const reason = 'name at least one of metrics and parameters';
      throw RestApiException.from({ code: 'invalid', operation, reason });
    }
    const keys = new Set(experimentKeys);
    const parts = await mapConcurrent(chunksOf([...keys], keysPerChartCall), async (slice) => {
      const body = {
        targetedExperiments: slice,
        metrics: metricNames,
        params: params.length === 0 ? null : params,
        independentMetrics: request.independent ?? true,
        fetchFull: request.full ?? false,
      };
      return (await this.connection.call(operation, metrics.chart, { body }, request)).experiments;
    });
    return parts.length === 1 ? parts[0]! : Object.assign({}, ...parts);
  }

  private async findMetadata(
    operation: string,
    experimentKey: string,
    options: OperationOptions,
  ): Promise<ExperimentMetadata | null> {
    try {
      return await this.connection.call(operation, experiments.metadata, { query: { experimentKey } }, options);
    } catch (error) {
      // Services report an unknown key with status 400 or 404.
      if (isRestApiException(error) && (error.status === 400 || error.status === 404)) return null;
      throw error;
    }
  }

  private async findExperiment(
    operation: string,
    workspace: string,
    projectName: string,
    experiment: string,
    archived: boolean,
    options: OperationOptions,
  ): Promise<E | null> {
    const known = await this.findMetadata(operation, experiment, options);
    if (known !== null) return this.experimentOf(known.experimentKey, known);
    const query = { workspaceName: workspace, projectName, archived };
    try {
      const answer = await this.connection.call(operation, experiments.list, { query }, options);
      const found = answer.experiments.find(({ experimentName }) => experimentName === experiment);
      return found === undefined ? null : this.experimentOf(found.experimentKey, found);
    } catch (error) {
      if (isRestApiException(error) && error.code === 'not-found') return null;
      throw error;
    }
  }

  private async projectNames(operation: string, workspace: string, selection: ExperimentSelection): Promise<string[]> {
    if (selection.projectName !== undefined) return [selection.projectName];
    const query = { workspaceName: workspace };
    const answer = await this.connection.call(operation, contract.projects.list, { query }, selection);
    return answer.projects.map(({ projectName }) => projectName);
  }

  private async listExperiments(
    operation: string,
    workspace: string,
    archived: boolean,
    selection: ExperimentSelection,
  ): Promise<E[]> {
    const matches = startMatcher(operation, selection.pattern);
    const names = await this.projectNames(operation, workspace, selection);
    const lists = await mapConcurrent(names, async (projectName) => {
      const query = { workspaceName: workspace, projectName, archived };
      return (await this.connection.call(operation, experiments.list, { query }, selection)).experiments;
    });
    return lists
      .flat()
      .filter(matches)
      .map((metadata) => this.experimentOf(metadata.experimentKey, metadata));
  }
}

operations(ExperimentOperations.prototype, {
  get: 'own',
  getExperiment: ['workspace', 'projectName', 'experiment'],
  getExperimentByKey: ['experimentKey'],
  getExperimentById: ['experiment'],
  getExperiments: ['workspace'],
  getArchivedExperiment: ['workspace', 'projectName', 'experiment'],
  getArchivedExperiments: ['workspace'],
  archiveExperiment: ['experimentKey'],
  archiveExperiments: ['experimentKeys'],
  restoreExperiment: ['experimentKey'],
  deleteExperiment: ['experimentKey'],
  deleteExperiments: ['experimentKeys'],
  stopExperiment: ['experimentKey'],
  moveExperiments: ['experimentKeys', 'targetWorkspace', 'targetProjectName'],
  getMetricsForChart: ['experimentKeys'],
});

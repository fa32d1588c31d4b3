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

/** Which experiments of a workspace are meant. */
export interface ExperimentSelection extends OperationOptions {
  /** Default: all projects of the workspace. */
  readonly projectName?: string | undefined;
  /** Matched from the start against the key or the name; a text is read as a regular expression. */
  readonly pattern?: RegExp | string | undefined;
}

/** What `getMetricsForChart` reads. */
export interface ChartRequest extends OperationOptions {
  readonly metrics?: readonly string[] | undefined;
  readonly parameters?: readonly string[] | undefined;
  /** False: only the steps at which every named metric has a value. Default: true. */
  readonly independent?: boolean;
  /** True: up to 15,000 points a metric; false: a sample of about 500. Default: false. */
  readonly full?: boolean;
}

/** Experiments in one answer of the chart call: answers stay small enough to be read while others arrive. */
const keysPerChartCall = 50;
const keysPerMove = 100;
/** Experiments in a page of the iteration. */
const pageSize = 200;

function startMatcher(
  operation: string,
  pattern: RegExp | string | undefined,
): (metadata: ExperimentMetadata) => boolean {
  if (pattern === undefined) return () => true;
  // Of another realm, a RegExp is one all the same.
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

/** Experiments: finding, archiving, deleting, moving, and their chart data (section 4.2). */
export abstract class ExperimentOperations<E extends BaseExperiment> extends ProjectOperations<E> {
  /**
   * One step down from what is named: workspaces, projects of a workspace, experiments (names where they have one, else keys) of a
   * project, or the experiment. The names may come as one text, `workspace/project/experiment` (section 4.2).
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

  /** One experiment of a project by name or key; null when there is none (section 4.2). */
  async getExperiment(
    workspace: string,
    projectName: string,
    experiment: string,
    options: OperationOptions = {},
  ): Promise<E | null> {
    return await this.findExperiment('getExperiment', workspace, projectName, experiment, false, options);
  }

  /** One experiment by its key; null when there is none (section 4.2). */
  async getExperimentByKey(experimentKey: string, options: OperationOptions = {}): Promise<E | null> {
    const metadata = await this.findMetadata('getExperimentByKey', experimentKey, options);
    return metadata === null ? null : this.experimentOf(experimentKey, metadata);
  }

  /** The same as `getExperimentByKey` (section 4.2). */
  async getExperimentById(experiment: string, options: OperationOptions = {}): Promise<E | null> {
    return await this.getExperimentByKey(experiment, options);
  }

  /** The experiments of a workspace, of a project, or those whose key or name matches a pattern (section 4.2). */
  async getExperiments(workspace: string, selection: ExperimentSelection = {}): Promise<E[]> {
    return await this.listExperiments('getExperiments', workspace, false, selection);
  }

  /** The same selection, given while it is still being listed (section 4.2). */
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
        // Experiments that begin meanwhile push others to the next page, and a service may not know pages at all.
        const fresh = answer.experiments.filter(({ experimentKey }) => !seen.has(experimentKey));
        for (const metadata of fresh) {
          seen.add(metadata.experimentKey);
          if (matches(metadata)) yield this.experimentOf(metadata.experimentKey, metadata);
        }
        if (answer.experiments.length !== pageSize || fresh.length === 0) break;
      }
    }
  }

  /** One archived experiment of a project by name or key; null when there is none (section 4.2). */
  async getArchivedExperiment(
    workspace: string,
    projectName: string,
    experiment: string,
    options: OperationOptions = {},
  ): Promise<E | null> {
    return await this.findExperiment('getArchivedExperiment', workspace, projectName, experiment, true, options);
  }

  /** The archived experiments of a selection (section 4.2). */
  async getArchivedExperiments(workspace: string, selection: ExperimentSelection = {}): Promise<E[]> {
    return await this.listExperiments('getArchivedExperiments', workspace, true, selection);
  }

  /** Archives an experiment: only the operations on archived ones list it then (sections 3, 4.2). */
  async archiveExperiment(experimentKey: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.connection.call('archiveExperiment', experiments.archive, { query: { experimentKey } }, options);
  }

  /**
   * Archives several experiments, a few at once; gives the replies in the order of the keys (section 4.2).
   * @throws RestApiException after the first failure, when nothing is under way any more; its `progress` says what became of each
   */
  async archiveExperiments(experimentKeys: readonly string[], options: OperationOptions = {}): Promise<WriteReply[]> {
    return await forEachKey(experimentKeys, (key) => this.archiveExperiment(key, options));
  }

  /** Takes an experiment out of the archive (sections 3, 4.2). */
  async restoreExperiment(experimentKey: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.connection.call('restoreExperiment', experiments.restore, { query: { experimentKey } }, options);
  }

  /** Deletes an experiment and all that was logged to it (section 4.2). */
  async deleteExperiment(experimentKey: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.connection.call('deleteExperiment', experiments.remove, { query: { experimentKey } }, options);
  }

  /**
   * Deletes several experiments, a few at once; gives the replies in the order of the keys (section 4.2).
   * @throws RestApiException after the first failure, when nothing is under way any more; its `progress` says what became of each
   */
  async deleteExperiments(experimentKeys: readonly string[], options: OperationOptions = {}): Promise<WriteReply[]> {
    return await forEachKey(experimentKeys, (key) => this.deleteExperiment(key, options));
  }

  /** Asks a running experiment to stop (sections 3, 4.2). */
  async stopExperiment(experimentKey: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.connection.call('stopExperiment', experiments.stop, { query: { experimentKey } }, options);
  }

  /**
   * Moves experiments to another project of their workspace, or with `symlink` shows them there too (section 4.2). Keys go in
   * slices of 100; every experiment's workspace is looked at before anything is sent.
   *
   * @throws RestApiException `invalid` when one of them lies in another workspace; when a slice fails, its `progress` says which
   * experiments had been moved before
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
   * Points of named metrics and values of named parameters for many experiments (sections 2, 4.2): by experiment key, parallel
   * lists of values, steps, epochs, timestamps (ms) and durations (ms). Values are numbers, or text for NaN and infinities.
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
      // Services differ in how they say that a key is not one: 400 or 404.
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

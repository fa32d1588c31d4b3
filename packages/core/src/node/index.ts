/** Client for Node and TypeScript kernels: all operations, with API key and URL from the configuration. */

import * as v from 'valibot';
import { Account, type ApiOperations, apiOperations } from '../api/index.ts';
import { type Check, checkArgument, checkOptions, flag, isObject, nonEmptyText, text } from '../client/argument.ts';
import { Connection, type HostServices, type OperationOptions } from '../client/connection.ts';
import { RestApiException } from '../client/errors.ts';
import { withOperations } from '../client/operation-methods.ts';
import { contract, type ExperimentMetadata } from '../contract/index.ts';
import type { MimeBundle } from '../display/display-host.ts';
import { denoKernel, displayMethod, kernelHost } from '../display/kernel-host.ts';
import { contentOperations } from '../experiment/contents/index.ts';
import {
  type ExperimentEnvironment,
  ExperimentHandle,
  type ExperimentIdentity,
  type ExperimentOperations,
  experimentOperations,
} from '../experiment/index.ts';
import { startRun } from '../experiment/run.ts';
import { takeSnapshot } from '../snapshot-reader/take-snapshot.ts';
import { browserHost } from './browser-host.ts';
import { type APIOptions, apiChecks, connect } from './connect.ts';
import { contentFiles } from './content-files.ts';
import { type ExperimentFileOperations, experimentFileOperations } from './experiment-file-operations.ts';
import { type FileOperations, fileOperations } from './file-operations.ts';
import { Model } from './model.ts';
import { displayLater, nodeKernel } from './node-kernels.ts';

/** Key of an experiment to open. The constructor of the Python SDK also creates experiments. */
const openedKey: Check<string> = v.string('must be the key of an experiment; APIExperiment.create makes a new one');

/** Checks of the options of an experiment. `instanceof` would reject an `API` of another copy of this package. */
const experimentChecks = {
  ...apiChecks,
  api: v.custom((value) => isObject(value) && 'connection' in value, 'must be an API'),
};
const creationChecks = { ...experimentChecks, experimentName: text, start: flag };

/** Options for opening or creating an experiment. */
export interface ExperimentOptions extends APIOptions {
  /** `API` whose connection is used. */
  readonly api?: API | undefined;
}

/** Options for opening an experiment. */
export interface ExperimentKeyOptions extends ExperimentOptions {
  /** Key of the experiment. */
  readonly previousExperiment: string;
}

const environment: ExperimentEnvironment = {
  contents: contentOperations(contentFiles),
  host({ transport }) {
    const kernel = denoKernel() ?? nodeKernel();
    return kernel === null ? browserHost(transport) : kernelHost(kernel);
  },
  snapshotOf: (connection, target, options) => takeSnapshot(new API(connection), target, options),
};

/** Handle of one experiment. */
export class APIExperiment extends withOperations<
  typeof ExperimentHandle,
  ExperimentOperations & ExperimentFileOperations
>(ExperimentHandle, {
  ...experimentOperations(environment),
  ...experimentFileOperations,
}) {
  /** Opens an experiment by its key. Nothing is requested until something is read. `create` creates a new one. */
  constructor(options: ExperimentKeyOptions);
  /** @internal */
  constructor(options: {
    readonly connection: Connection;
    readonly key: string;
    readonly metadata: ExperimentMetadata | ExperimentIdentity | null;
  });
  constructor(
    options:
      | ExperimentKeyOptions
      | {
          readonly connection: Connection;
          readonly key: string;
          readonly metadata: ExperimentMetadata | ExperimentIdentity | null;
        },
  ) {
    checkOptions<object>('APIExperiment', experimentChecks, options);
    if ('connection' in options) {
      super(options.connection, options.key, options.metadata);
    } else {
      checkArgument('APIExperiment', 'previousExperiment', openedKey, options.previousExperiment);
      super((options.api ?? new API(options)).connection, options.previousExperiment);
    }
  }

  /**
   * Output of a cell in Deno's kernel whose last expression is the experiment.
   * @internal
   */
  [displayMethod](): Promise<MimeBundle> {
    return this.mimeBundle();
  }

  /**
   * Output of a cell in ijavascript whose last expression is the experiment.
   * @internal
   */
  _toMime(): MimeBundle {
    return displayLater(this.key, () => this.mimeBundle());
  }

  /**
   * Creates an experiment in a workspace and project, and starts its run. Default: those of the configuration, or the
   * project `general`. `end`, or `await using`, finishes the run. An uncaught error or a signal marks it as crashed.
   *
   * @throws RestApiException `invalid` when no workspace is given or configured
   */
  static async create(
    options: ExperimentOptions & {
      /** Name of the experiment. Default: chosen by the service. */
      readonly experimentName?: string | undefined;
      /**
       * Whether a run of this process is started: heartbeats show the experiment as running until `end`. Default: true.
       * Without it, the experiment is finished from the start unless `setState` is called.
       */
      readonly start?: boolean | undefined;
    } & OperationOptions = {},
  ): Promise<APIExperiment> {
    const checked = checkOptions('APIExperiment.create', creationChecks, options);
    const { connection } = checked.api ?? new API(checked);
    const workspaceName = checked.workspace ?? connection.workspace;
    if (!workspaceName) {
      const reason = 'give a workspace, or configure one (SERVICE_WORKSPACE)';
      throw RestApiException.of({ code: 'invalid', operation: 'APIExperiment.create', reason });
    }
    const body = {
      workspaceName,
      projectName: checked.projectName ?? connection.projectName ?? 'general',
      ...(checked.experimentName === undefined ? {} : { experimentName: checked.experimentName }),
    };
    const { create } = contract.experiments;
    const made = await connection.call('APIExperiment.create', create, { body }, checked);
    const metadata: ExperimentIdentity = {
      experimentKey: made.experimentKey,
      experimentName: made.name ?? checked.experimentName ?? null,
      workspaceName: made.workspaceName || workspaceName,
      projectName: made.projectName || body.projectName,
      archived: false,
    };
    const experiment = newExperiment({ connection, key: made.experimentKey, metadata });
    if (checked.start !== false) {
      await experiment.startRun('APIExperiment.create', checked).catch((error: unknown) => {
        if (checked.signal?.aborted) throw error;
        connection.warn(`Experiment ${made.experimentKey} was created, but is not shown as running (${error}).`);
      });
    }
    return experiment;
  }

  /**
   * Opens an experiment by its key and reads its metadata, so that `name`, `url`, `workspace` and `projectName` are
   * known.
   *
   * @throws RestApiException `not-found` for an unknown key
   */
  static async open(experimentKey: string, options: ExperimentOptions & OperationOptions = {}): Promise<APIExperiment> {
    checkArgument('APIExperiment.open', 'experimentKey', nonEmptyText, experimentKey);
    const checked = checkOptions('APIExperiment.open', experimentChecks, options);
    const { connection } = checked.api ?? new API(checked);
    const { metadata: endpoint } = contract.experiments;
    const metadata = await connection.call('APIExperiment.open', endpoint, { query: { experimentKey } }, checked);
    return newExperiment({ connection, key: experimentKey, metadata });
  }

  /**
   * Resumes an experiment: starts a run of this process, until `end`.
   *
   * @throws RestApiException `not-found` for an unknown key
   */
  static async resume(
    experimentKey: string,
    options: ExperimentOptions & OperationOptions = {},
  ): Promise<APIExperiment> {
    checkArgument('APIExperiment.resume', 'experimentKey', nonEmptyText, experimentKey);
    const checked = checkOptions('APIExperiment.resume', experimentChecks, options);
    const { connection } = checked.api ?? new API(checked);
    const experiment = newExperiment({ connection, key: experimentKey, metadata: null });
    await experiment.startRun('APIExperiment.resume', checked);
    return experiment;
  }

  private async startRun(operation: string, { signal }: OperationOptions): Promise<void> {
    this.subject.run = await startRun(this.subject, operation, { signal });
  }

  /** Ends the experiment when the block of an `await using` declaration is left, unless `end` was called before. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      // The program has the error of its own call of `end`.
      if (!this.subject.run?.hasEnded) await this.end();
    } finally {
      this.subject.run?.watchForCrash();
    }
  }
}

/** Returns a new experiment. A class that names itself within its body gets another name in bundles. */
function newExperiment(...args: ConstructorParameters<typeof APIExperiment>): APIExperiment {
  return new APIExperiment(...args);
}

/** Entry point to an account: workspaces, projects, experiments, artifacts, registry, queries. */
export class API extends withOperations<typeof Account, ApiOperations<APIExperiment, Model> & FileOperations>(Account, {
  ...apiOperations,
  ...fileOperations,
}) {
  /** @internal */
  constructor(options: APIOptions, host: HostServices);
  /** @internal */
  constructor(connection: Connection);
  /** @throws RestApiException when no API key is given or configured, before any request */
  constructor(options?: APIOptions);
  constructor(options: APIOptions | Connection = {}, host?: HostServices) {
    const connection = options instanceof Connection ? options : connect(options, host);
    super({
      connection,
      experimentOf: (key, metadata) => new APIExperiment({ connection, key, metadata }),
      modelOf: (workspace, name, registryModelId) => new Model(connection, workspace, name, registryModelId),
    });
  }
}

export type { FetchFunction } from '../browser/fetch-transport.ts';
export type { Configuration } from '../client/configuration.ts';
export { isLoopback } from '../client/loopback.ts';
export type { DownloadProgress, FetchFile, FileResponse, ResumedDownload } from '../client/resumed-download.ts';
export type { AppInfo } from '../client/user-agent.ts';
export * from '../shared.ts';
export type {
  ArtifactDownloadOptions,
  ArtifactProgress,
  DownloadedArtifact,
  DownloadedFile,
  OverwriteStrategy,
} from './artifact-download.ts';
export { browserAddress } from './browser-host.ts';
export { type ConfigurationPaths, readConfiguration } from './configuration-files.ts';
export type { APIOptions } from './connect.ts';
export type { ConnectionSettings, RequestDispatcher } from './dispatcher.ts';
export { Model } from './model.ts';
export { type PathsInsideOptions, pathsInside, resolveInside } from './resolve-inside.ts';
export { type SavingFile, saveFile } from './save-file.ts';
export { type UndiciTransportOptions, undiciTransport } from './undici-transport.ts';

/** Client for pages: every operation that needs no file system, over a transport provided by the host. */

import { Account, type ApiOperations, apiOperations } from '../api/index.ts';
import { checkArgument, text } from '../client/argument.ts';
import { Connection, type ConnectionOptions, type HostServices } from '../client/connection.ts';
import { withOperations } from '../client/operation-methods.ts';
import type { ExperimentMetadata } from '../contract/index.ts';
import { type DisplayHost, pageOf } from '../display/display-host.ts';
import {
  type ExperimentEnvironment,
  ExperimentHandle,
  type ExperimentOperations,
  experimentOperations,
} from '../experiment/index.ts';
import { Model } from '../model/model.ts';
import { takeSnapshot } from '../snapshot-reader/take-snapshot.ts';
import { lazyContents } from './lazy-contents.ts';
import { onlyInNode } from './without-files.ts';

const pageHost: DisplayHost = {
  async show(displayed) {
    globalThis.open?.(pageOf(displayed), '_blank', 'noopener');
  },
};

const environment: ExperimentEnvironment = {
  contents: lazyContents,
  host: () => pageHost,
  snapshotOf: (connection, target, options) => takeSnapshot(new API(connection), target, options),
};

/** Handle of one experiment. */
export class APIExperiment extends withOperations<typeof ExperimentHandle, ExperimentOperations>(
  ExperimentHandle,
  experimentOperations(environment),
) {
  /** Opens an experiment by its key. Nothing is requested until something is read. */
  constructor({
    api,
    previousExperiment,
  }: {
    /** Account of the experiment. */
    readonly api: API;
    /** Key of the experiment. */
    readonly previousExperiment: string;
  });
  /** @internal */
  constructor(options: {
    readonly connection: Connection;
    readonly key: string;
    readonly metadata: ExperimentMetadata | null;
  });
  constructor(
    options:
      | { readonly api: API; readonly previousExperiment: string }
      | { readonly connection: Connection; readonly key: string; readonly metadata: ExperimentMetadata | null },
  ) {
    if ('api' in options) {
      checkArgument('APIExperiment', 'previousExperiment', text, options.previousExperiment);
      super(options.api.connection, options.previousExperiment);
    } else {
      super(options.connection, options.key, options.metadata);
    }
  }

  /** Reads a file, which a page cannot: rejects. */
  readonly setGitPatch = onlyInNode('setGitPatch');
  /** Writes files, which a page cannot: rejects. */
  readonly downloadModel = onlyInNode('downloadModel');
  /** Writes files, which a page cannot: rejects. */
  readonly downloadTensorflowFolder = onlyInNode('downloadTensorflowFolder');
}

/** Entry point to an account: workspaces, projects, experiments, artifacts, registry, queries. */
export class API extends withOperations<typeof Account, ApiOperations<APIExperiment, Model>>(Account, apiOperations) {
  /** Writes a file, which a page cannot: rejects. */
  readonly downloadExperimentAsset = onlyInNode('downloadExperimentAsset');
  /** Writes files, which a page cannot: rejects. */
  readonly downloadRegistryModel = onlyInNode('downloadRegistryModel');

  /** @internal */
  constructor(options: ConnectionOptions, host: HostServices);
  /** @internal */
  constructor(connection: Connection);
  /** @param options the transport of the page, and defaults. */
  constructor(options: ConnectionOptions);
  constructor(options: ConnectionOptions | Connection, host?: HostServices) {
    const connection = options instanceof Connection ? options : new Connection(options, host);
    super({
      connection,
      experimentOf: (key, metadata) => new APIExperiment({ connection, key, metadata }),
      modelOf: (workspace, name, registryModelId) => new Model(connection, workspace, name, registryModelId),
    });
  }
}

export { artifactInputs } from '../experiment/artifact-inputs.ts';
export { Model } from '../model/model.ts';
export * from '../shared.ts';
export { type FetchFunction, type FetchTransportOptions, fetchTransport } from './fetch-transport.ts';

/** Client for pages: every operation that needs no file system, over a transport provided by the host. */

import { BaseAPI, Connection, type ConnectionOptions } from '../api/index.ts';
import { textArgument } from '../client/validate-arguments.ts';
import type { ExperimentMetadata } from '../contract/index.ts';
import { type DisplayHost, pageOf } from '../display/display-host.ts';
import { kernelHost } from '../display/kernel-host.ts';
import { ExperimentDisplay } from '../experiment/experiment-display.ts';
import type { SnapshotOptions } from '../experiment/snapshot-options.ts';
import type { Snapshot } from '../snapshots/view-payload.ts';
import { takeSnapshot } from '../take-snapshot.ts';
import type { Target } from '../targets/target.ts';
import { onlyInNode } from './without-files.ts';

const pageHost: DisplayHost = {
  async show(displayed) {
    globalThis.open?.(pageOf(displayed), '_blank', 'noopener');
  },
};

/** Handle of one experiment. */
export class APIExperiment extends ExperimentDisplay {
  /** Opens an experiment by its key. Nothing is requested until something is read. */
  constructor({ api, previousExperiment }: { readonly api: API; readonly previousExperiment: string });
  /** @internal */
  constructor(given: {
    readonly connection: Connection;
    readonly key: string;
    readonly metadata: ExperimentMetadata | null;
  });
  constructor(
    given:
      | { readonly api: API; readonly previousExperiment: string }
      | { readonly connection: Connection; readonly key: string; readonly metadata: ExperimentMetadata | null },
  ) {
    if ('api' in given)
      super(given.api.connection, textArgument('APIExperiment', 'previousExperiment', given.previousExperiment));
    else super(given.connection, given.key, given.metadata);
  }

  readonly logAsset = onlyInNode('logAsset');
  readonly logImage = onlyInNode('logImage');
  readonly logVideo = onlyInNode('logVideo');
  readonly setGitPatch = onlyInNode('setGitPatch');
  readonly downloadModel = onlyInNode('downloadModel');
  readonly downloadTensorflowFolder = onlyInNode('downloadTensorflowFolder');

  protected override displayHost(): DisplayHost {
    return kernelHost() ?? pageHost;
  }

  protected override snapshotOf(target: Target, options: SnapshotOptions): Promise<Snapshot> {
    return takeSnapshot(new API(this.connection), target, options);
  }
}

/** Entry point to an account: workspaces, projects, experiments, artifacts, registry, queries. */
export class API extends BaseAPI<APIExperiment> {
  readonly downloadExperimentAsset = onlyInNode('downloadExperimentAsset');
  readonly downloadRegistryModel = onlyInNode('downloadRegistryModel');

  constructor(options: ConnectionOptions | Connection) {
    super(options instanceof Connection ? options : new Connection(options));
  }

  protected override experimentOf(key: string, metadata: ExperimentMetadata | null): APIExperiment {
    return new APIExperiment({ connection: this.connection, key, metadata });
  }
}

export { Model } from '../model/model.ts';
export * from '../shared.ts';
export { type FetchTransportOptions, fetchTransport } from './fetch-transport.ts';

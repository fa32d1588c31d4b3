import { RestApiException } from '../client/errors.ts';
import { type Artifact, type ArtifactFile, type ArtifactListEntry, contract } from '../contract/index.ts';
import type { BaseExperiment } from '../experiment/base-experiment.ts';
import type { OperationOptions } from './connection.ts';
import { operations } from './operation-arguments.ts';
import { QueryOperations } from './query-operations.ts';

const { artifacts } = contract;

/** Identifies an artifact by workspace and name, or by id. */
export interface ArtifactChoice extends OperationOptions {
  /** Workspace of the artifact, with `artifactName`. */
  readonly workspace?: string | undefined;
  /** Name of the artifact, with `workspace`. */
  readonly artifactName?: string | undefined;
  /** Id of the artifact, in place of workspace and name. */
  readonly artifactId?: string | undefined;
}

/**
 * Returns the query parameters that identify the artifact. The wire format requires a name to be percent-encoded once
 * more than the query string does.
 */
function fieldsOf(operation: string, { workspace, artifactName, artifactId }: ArtifactChoice) {
  if (artifactId) return { artifact_id: artifactId };
  if (workspace && artifactName) return { workspace, artifactName: encodeURIComponent(artifactName) };
  const reason = 'give an artifactId, or a workspace and an artifactName';
  throw RestApiException.from({ code: 'invalid', operation, reason });
}

/** Operations on artifacts, which are versioned collections of files. */
export abstract class ArtifactOperations<E extends BaseExperiment> extends QueryOperations<E> {
  /** Returns the artifacts of a workspace, all or of one type. Sizes are in bytes. */
  async getArtifactList(
    workspace: string,
    options: OperationOptions & { readonly artifactType?: string } = {},
  ): Promise<{ artifacts: ArtifactListEntry[] }> {
    const query = { workspace, ...(options.artifactType === undefined ? {} : { type: options.artifactType }) };
    return await this.connection.call('getArtifactList', artifacts.list, { query }, options);
  }

  /**
   * Returns one artifact with its versions.
   * @throws RestApiException `invalid` when the artifact is not identified, `not-found` when it does not exist
   */
  async getArtifactDetails(artifact: ArtifactChoice): Promise<Artifact> {
    const query = fieldsOf('getArtifactDetails', artifact);
    return await this.connection.call('getArtifactDetails', artifacts.get, { query }, artifact);
  }

  /** Returns the files of one version, selected by version or by alias. */
  async getArtifactFiles(
    artifact: ArtifactChoice & { readonly version?: string; readonly alias?: string },
  ): Promise<{ files: ArtifactFile[] }> {
    const query = {
      ...fieldsOf('getArtifactFiles', artifact),
      ...(artifact.version === undefined ? {} : { version: artifact.version }),
      ...(artifact.alias === undefined ? {} : { alias: artifact.alias }),
    };
    return await this.connection.call('getArtifactFiles', artifacts.files, { query }, artifact);
  }
}

operations(ArtifactOperations.prototype, {
  getArtifactList: ['workspace'],
  getArtifactDetails: [],
  getArtifactFiles: [],
});

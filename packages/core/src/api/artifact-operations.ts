import { RestApiException } from '../client/errors.ts';
import { type Artifact, type ArtifactFile, type ArtifactListEntry, contract } from '../contract/index.ts';
import type { BaseExperiment } from '../experiment/base-experiment.ts';
import type { OperationOptions } from './connection.ts';
import { operations } from './operation-arguments.ts';
import { QueryOperations } from './query-operations.ts';

const { artifacts } = contract;

/** An artifact by workspace and name, or by id. */
export interface ArtifactChoice extends OperationOptions {
  readonly workspace?: string | undefined;
  readonly artifactName?: string | undefined;
  readonly artifactId?: string | undefined;
}

/** The choice as query fields; a name is percent-encoded once more than the query string does, as this wire wants it. */
function fieldsOf(operation: string, { workspace, artifactName, artifactId }: ArtifactChoice) {
  if (artifactId) return { artifact_id: artifactId };
  if (workspace && artifactName) return { workspace, artifactName: encodeURIComponent(artifactName) };
  const reason = 'give an artifactId, or a workspace and an artifactName';
  throw RestApiException.from({ code: 'invalid', operation, reason });
}

/** Artifacts: versioned collections of files (section 4.4). */
export abstract class ArtifactOperations<E extends BaseExperiment> extends QueryOperations<E> {
  /** The artifacts of a workspace, all or of one type; sizes in bytes (sections 2, 4.4). */
  async getArtifactList(
    workspace: string,
    options: OperationOptions & { readonly artifactType?: string } = {},
  ): Promise<{ artifacts: ArtifactListEntry[] }> {
    const query = { workspace, ...(options.artifactType === undefined ? {} : { type: options.artifactType }) };
    return await this.connection.call('getArtifactList', artifacts.list, { query }, options);
  }

  /**
   * One artifact with its versions (sections 2, 4.4).
   * @throws RestApiException `invalid` when it is not named, `not-found` when it is absent
   */
  async getArtifactDetails(artifact: ArtifactChoice): Promise<Artifact> {
    const query = fieldsOf('getArtifactDetails', artifact);
    return await this.connection.call('getArtifactDetails', artifacts.get, { query }, artifact);
  }

  /** The files of one version, chosen by version or by alias (sections 2, 4.4). */
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

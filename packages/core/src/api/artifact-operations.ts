import { text } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import type { ListPromise } from '../client/list-promise.ts';
import { defineOperations, type OperationContext } from '../client/operation.ts';
import { type ArtifactDetails, type ArtifactFile, type ArtifactListEntry, contract } from '../contract/index.ts';
import type { AccountSubject } from './account.ts';
import { named } from './arguments.ts';

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

/** Identifies a version of an artifact. Default: the latest version. */
export interface ArtifactVersionChoice extends ArtifactChoice {
  /** Semantic version. */
  readonly version?: string | undefined;
  /** Alias of the version, in place of `version`. */
  readonly alias?: string | undefined;
}

/** Operations on artifacts, which are versioned collections of files. */
export interface ArtifactOperations {
  /** Returns the artifacts of a workspace, all or of one type. Sizes are in bytes. */
  getArtifactList(
    workspace: string,
    options?: OperationOptions & {
      /** Type of the artifacts. Default: all types. */
      readonly artifactType?: string | undefined;
    },
  ): ListPromise<ArtifactListEntry, { artifacts: ArtifactListEntry[] }>;
  /**
   * Returns one artifact with its versions.
   * @throws RestApiException `invalid` when the artifact is not identified, `not-found` when it does not exist
   */
  getArtifactDetails(artifact: ArtifactChoice): Promise<ArtifactDetails>;
  /** Returns the files of one version, selected by version or by alias. */
  getArtifactFiles(artifact: ArtifactVersionChoice): ListPromise<ArtifactFile, { files: ArtifactFile[] }>;
}

const choice = { workspace: text, artifactName: text, artifactId: text };
/** Checks of the options that identify a version of an artifact. */
export const artifactVersionChecks = { ...choice, version: text, alias: text };

/**
 * Returns the query parameters that identify the artifact. The wire format requires a name to be percent-encoded once
 * more than the query string does.
 */
function fieldsOf(
  { failure }: OperationContext<AccountSubject>,
  { workspace, artifactName, artifactId }: ArtifactChoice,
) {
  if (artifactId) return { artifact_id: artifactId };
  if (workspace && artifactName) return { workspace, artifactName: encodeURIComponent(artifactName) };
  throw failure('invalid', 'give an artifactId, or a workspace and an artifactName');
}

/** @throws RestApiException `invalid` for a version together with an alias, of which the service would ignore one */
function versionFields(
  context: OperationContext<AccountSubject>,
  { version, alias, ...artifact }: ArtifactVersionChoice,
) {
  if (version !== undefined && alias !== undefined) {
    throw context.failure('invalid', 'give a version or an alias, not both');
  }
  return { ...fieldsOf(context, artifact), version, alias };
}

/** Definitions of the operations on artifacts. */
export const artifactOperations = defineOperations<ArtifactOperations, AccountSubject>({
  getArtifactList: {
    arguments: [named.workspace],
    options: { artifactType: text },
    run: ({ call }, workspace, { artifactType: type }) => call(artifacts.list, { query: { workspace, type } }),
    batches: ({ batches }, workspace, { artifactType: type }) =>
      batches(artifacts.list, { query: { workspace, type } }, 'artifacts'),
  },
  getArtifactDetails: {
    options: choice,
    run: async (context, artifact) => await context.call(artifacts.get, { query: fieldsOf(context, artifact) }),
  },
  getArtifactFiles: {
    options: artifactVersionChecks,
    run: async (context, choice) => await context.call(artifacts.files, { query: versionFields(context, choice) }),
    batches: (context, choice) => context.batches(artifacts.files, { query: versionFields(context, choice) }, 'files'),
  },
});

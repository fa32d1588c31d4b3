import { checkArgument, checkOptions, flag, signal, text } from '../../client/argument.ts';
import type { ResponseOf } from '../../client/checked-response.ts';
import type { OperationOptions } from '../../client/connection.ts';
import { OperationContext } from '../../client/operation.ts';
import { type ArtifactFile, contract } from '../../contract/index.ts';
import type { ExperimentSubject } from '../experiment-subject.ts';
import type { ContentFiles } from './content-files.ts';

const { artifacts } = contract;

/** Options of the download of an artifact. */
export interface ArtifactDownload extends OperationOptions {
  /** Whether files with other content are replaced. Default: false. */
  readonly overwrite?: boolean | undefined;
}

/** Version of an artifact that is stored. */
export class LoggedArtifact {
  /** Workspace of the artifact. */
  readonly workspace: string;
  /** Name of the artifact. */
  readonly name: string;
  /** Type of the artifact. */
  readonly artifactType: string;
  /** Id of the artifact. */
  readonly artifactId: string;
  /** Id of the version. */
  readonly artifactVersionId: string;
  /** Semantic version. */
  readonly version: string;
  /** Aliases of the version. */
  readonly aliases: readonly string[];
  /** Tags of the version. */
  readonly versionTags: readonly string[];
  /** JSON value of the version, or null. An integer whose digits a number does not preserve is a string of them. */
  readonly metadata: unknown;
  /** Size of all files in bytes, except those that are stored elsewhere. */
  readonly sizeInBytes: number;
  readonly #subject: ExperimentSubject;
  readonly #files: ContentFiles | null;

  /** @internal */
  constructor(
    subject: ExperimentSubject,
    files: ContentFiles | null,
    { artifact, ...version }: ResponseOf<typeof artifacts.version>,
  ) {
    this.#subject = subject;
    this.#files = files;
    this.workspace = artifact.workspaceName;
    this.name = artifact.artifactName;
    this.artifactType = artifact.artifactType;
    this.artifactId = artifact.artifactId;
    this.artifactVersionId = version.artifactVersionId;
    this.version = version.artifactVersion;
    this.aliases = version.alias;
    this.versionTags = version.tags;
    this.metadata = version.metadata;
    this.sizeInBytes = version.sizeInBytes;
  }

  /** Returns the files of the version. */
  async getFiles(options: OperationOptions = {}): Promise<ArtifactFile[]> {
    const operation = 'LoggedArtifact.getFiles';
    const caller = checkOptions(operation, { signal }, options);
    return await this.filesOf(new OperationContext(this.#subject, operation, caller));
  }

  /**
   * Downloads the files of the version into a folder, each under its path. Files that are stored elsewhere are left
   * out.
   *
   * @returns the paths of the files
   */
  async download(outputPath: string, options: ArtifactDownload = {}): Promise<string[]> {
    const operation = 'LoggedArtifact.download';
    checkArgument(operation, 'outputPath', text, outputPath);
    const { overwrite = false, ...caller } = checkOptions(operation, { overwrite: flag, signal }, options);
    const context = new OperationContext(this.#subject, operation, caller);
    if (this.#files === null) throw context.failure('invalid', 'a page cannot write files; read them with getFiles');
    const listed = await this.filesOf(context);
    const saving = { outputPath, overwriteStrategy: overwrite };
    const { files, remoteFiles } = await this.#files.downloadFiles(context, listed, saving);
    for (const { fileName, link } of remoteFiles) {
      this.#subject.connection.warn(
        `${operation}: ${fileName} is stored elsewhere, at ${link}, and is not downloaded.`,
      );
    }
    return files.map(({ path }) => path);
  }

  private async filesOf({ call }: OperationContext<ExperimentSubject>): Promise<ArtifactFile[]> {
    return (await call(artifacts.files, { query: { artifactVersionId: this.artifactVersionId } })).files;
  }
}

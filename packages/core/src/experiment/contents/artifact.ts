import { checkArgument, checkOptions, mapping, nonEmptyText, text, texts } from '../../client/argument.ts';
import { RestApiException } from '../../client/errors.ts';
import type { AssetContent } from './asset-content.ts';

/** Options of a new version of an artifact. */
export interface ArtifactOptions {
  /** Type of the artifact, for example `dataset`. Default: `data`. */
  readonly artifactType?: string | undefined;
  /** Semantic version. Default: the next one. */
  readonly version?: string | undefined;
  /** Aliases of the version. */
  readonly aliases?: readonly string[] | undefined;
  /** JSON value of the version. */
  readonly metadata?: object | undefined;
  /** Tags of the version. */
  readonly versionTags?: readonly string[] | undefined;
}

/** Options of a file of an artifact. */
export interface ArtifactFileOptions {
  /** Path of the file in the artifact, relative to it. Default: its name. */
  readonly logicalPath?: string | undefined;
  /** JSON value. */
  readonly metadata?: object | undefined;
}

/** File of an artifact that is not logged yet. */
export type ArtifactEntry = ArtifactFileOptions & ({ readonly content: AssetContent } | { readonly uri: string });

const fileChecks = { logicalPath: nonEmptyText, metadata: mapping };
const artifactChecks = {
  artifactType: nonEmptyText,
  version: nonEmptyText,
  aliases: texts,
  metadata: mapping,
  versionTags: texts,
};

/** Version of an artifact that is being put together. Nothing is sent until `logArtifact` logs it. */
export class Artifact {
  /** Name of the artifact. */
  readonly name: string;
  /** Options of the version. */
  readonly options: ArtifactOptions;
  /** @internal */
  readonly entries: ArtifactEntry[] = [];
  private readonly paths = new Set<string>();

  constructor(name: string, options: ArtifactOptions = {}) {
    checkArgument('Artifact', 'name', nonEmptyText, name);
    this.name = name;
    this.options = checkOptions('Artifact', artifactChecks, options);
  }

  /**
   * Adds a file, all files of a folder and the folders below, or content in memory, which needs a `logicalPath`. They
   * are read when the artifact is logged.
   *
   * @throws RestApiException `invalid` for a second file of the same path
   */
  add(content: AssetContent, options: ArtifactFileOptions = {}): this {
    const checked = checkOptions('Artifact.add', fileChecks, options);
    this.claim('Artifact.add', checked.logicalPath);
    this.entries.push({ ...checked, content });
    return this;
  }

  /**
   * Adds a link to a file that is stored elsewhere. It may have any form and is never requested.
   *
   * @throws RestApiException `invalid` for a second file of the same path
   */
  addRemote(uri: string, options: ArtifactFileOptions = {}): this {
    checkArgument('Artifact.addRemote', 'uri', text, uri);
    const checked = checkOptions('Artifact.addRemote', fileChecks, options);
    this.claim('Artifact.addRemote', checked.logicalPath);
    this.entries.push({ ...checked, uri });
    return this;
  }

  private claim(operation: string, path: string | undefined): void {
    if (path === undefined) return;
    if (this.paths.has(path)) {
      const reason = `the artifact ${this.name} already has a file ${path}`;
      throw RestApiException.of({ code: 'invalid', operation, reason });
    }
    this.paths.add(path);
  }
}

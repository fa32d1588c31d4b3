import * as v from 'valibot';
import { argument, type Check, isObject, nonEmptyText } from '../../client/argument.ts';
import { argumentCopy } from '../../client/argument-copy.ts';
import { transferAll } from '../../client/concurrent-transfers.ts';
import type { OperationOptions } from '../../client/connection.ts';
import { escapesFolder } from '../../client/file-names.ts';
import { mapConcurrent } from '../../client/map-concurrent.ts';
import type { OperationContext, OperationTable } from '../../client/operation.ts';
import { type ArtifactUse, contract } from '../../contract/index.ts';
import { creationHeaders } from '../creation-headers.ts';
import type { ExperimentSubject } from '../experiment-subject.ts';
import { jsonText } from '../json-text.ts';
import type { Artifact, ArtifactEntry } from './artifact.ts';
import { baseName, type ResolvedContent, resolveContent } from './asset-content.ts';
import { extensionField, newAssetId, uploadContent } from './asset-upload.ts';
import type { ContentFiles } from './content-files.ts';
import { folderFiles, pathBelow } from './folder-upload.ts';
import { LoggedArtifact } from './logged-artifact.ts';

const { artifacts } = contract;

/** Operations that log and read artifacts. */
export interface ArtifactLogging {
  /**
   * Logs a version of an artifact: creates it, uploads its files and closes it. The files are sent at once and are not
   * queued; when one fails, the version is marked as failed.
   *
   * @throws RestApiException `invalid` for a file without a path or with one outside of the artifact, such as `../a`,
   * before the version is created
   */
  logArtifact(artifact: Artifact, options?: OperationOptions): Promise<LoggedArtifact>;
  /**
   * Returns a version of an artifact, which is recorded as an input of this experiment.
   *
   * @throws RestApiException `not-found` for an unknown artifact or version
   */
  getArtifact(
    artifactName: string,
    options?: OperationOptions & {
      /** Workspace of the artifact. Default: that of the experiment. */
      readonly workspace?: string | undefined;
      /** Version or alias. Default: the latest version. */
      readonly versionOrAlias?: string | undefined;
    },
  ): Promise<LoggedArtifact>;
  /**
   * Returns the artifact versions that the experiment used (`input`) and logged (`output`).
   *
   * @throws RestApiException `malformed` when the service describes them in another form than the local service
   */
  getArtifactLineage(
    options?: OperationOptions & {
      /** Versions to return. Default: `all`. */
      readonly direction?: ArtifactDirection | undefined;
    },
  ): Promise<{ artifacts: ArtifactUse[] }>;
}

/** Relation of artifact versions to an experiment: used, logged, or both. */
export type ArtifactDirection = 'all' | 'input' | 'output';

type Context = OperationContext<ExperimentSubject>;

/** File of an artifact with its path and its content. */
interface ResolvedFile {
  readonly path: string;
  readonly content: ResolvedContent;
  readonly metadata?: object;
}

/** Checked by shape, so that the class is not part of this lazily loaded module. */
const artifactCheck = v.custom(
  (value) => isObject(value) && 'entries' in value && Array.isArray(value.entries),
  'must be an Artifact',
);

const directionCheck: Check<ArtifactDirection> = v.picklist(['all', 'input', 'output'], 'must be all, input or output');

const concurrency = 4;

/** Returns the files of an entry: those of a folder, or one. */
async function resolvedFiles(
  context: Context,
  files: ContentFiles | null,
  entry: ArtifactEntry,
): Promise<ResolvedFile[]> {
  const about = entry.metadata === undefined ? {} : { metadata: entry.metadata };
  if ('uri' in entry) {
    const path = entry.logicalPath ?? (baseName(entry.uri) || entry.uri);
    return [{ path, content: { kind: 'link', link: entry.uri, name: path }, ...about }];
  }
  const content = await resolveContent(context, files, entry.content);
  if (content.kind === 'file' && (await files?.listFolder(content.path))) {
    const folder = content.path;
    const prefix = entry.logicalPath === undefined ? '' : `${entry.logicalPath.replace(/\/+$/, '')}/`;
    const { files: paths } = await folderFiles(context, files, { folder, recursive: true });
    return paths.map((path) => {
      const file = { kind: 'file', path: pathBelow(folder, path), name: path } as const;
      return { path: prefix + path, content: file, ...about };
    });
  }
  const path = entry.logicalPath ?? (content.name === null ? '' : baseName(content.name));
  if (path === '') throw context.failure('invalid', 'content without a file name needs a logicalPath');
  return [{ path, content, ...about }];
}

/** @throws RestApiException `invalid` for two files of the same path, or a path outside of the artifact */
async function allFiles(
  context: Context,
  files: ContentFiles | null,
  artifact: Pick<Artifact, 'name' | 'entries'>,
): Promise<ResolvedFile[]> {
  const resolved = (await mapConcurrent(artifact.entries, (entry) => resolvedFiles(context, files, entry))).flat();
  const paths = new Set<string>();
  for (const { path, content } of resolved) {
    // The default path of a link may be its whole address.
    const isAddress = content.kind === 'link' && content.link === path;
    if (escapesFolder(path) && !isAddress) {
      throw context.failure('invalid', `the path ${path} points outside of the artifact; give a relative logicalPath`);
    }
    if (paths.has(path)) throw context.failure('invalid', `the artifact ${artifact.name} has two files ${path}`);
    paths.add(path);
  }
  return resolved;
}

async function addLinks(context: Context, artifactVersionId: string, links: readonly ResolvedFile[]): Promise<void> {
  if (links.length === 0) return;
  const remoteArtifactAssetRequests = links.map(({ path, content, metadata }) => ({
    link: content.kind === 'link' ? content.link : '',
    type: 'asset',
    metadata: metadata === undefined ? null : jsonText(context, 'metadata', metadata),
    assetId: newAssetId(),
    fileName: path,
    isRemote: true,
    overwrite: false,
    artifactVersionId,
  }));
  const { key: experimentKey } = context.subject;
  await context.call(artifacts.addRemoteFiles, { query: { experimentKey }, body: { remoteArtifactAssetRequests } });
}

async function sendFiles(
  context: Context,
  files: ContentFiles | null,
  artifactVersionId: string,
  resolved: readonly ResolvedFile[],
): Promise<void> {
  const isLink = ({ content }: ResolvedFile) => content.kind === 'link';
  const send = (transfer: Context, { path, content, metadata }: ResolvedFile) => {
    const fields = { fileName: path, type: 'asset', artifactVersionId, ...extensionField(path) };
    const mode = { isOnline: true, isDirect: true, overwrite: false };
    return uploadContent(transfer, files, content, fields, { ...mode, ...(metadata && { metadata }) });
  };
  const stored = resolved.filter((file) => !isLink(file));
  await transferAll(context, stored, send, concurrency);
  await addLinks(context, artifactVersionId, resolved.filter(isLink));
}

/** Returns the definitions of the operations that log and read artifacts. */
export function artifactLogging(files: ContentFiles | null): OperationTable<ArtifactLogging, ExperimentSubject> {
  return {
    logArtifact: {
      unawaited: true,
      arguments: [argument('artifact', artifactCheck)],
      async run(context, artifact) {
        const { call, operation, signal, subject } = context;
        const { connection, key: experimentKey } = subject;
        // The caller may add files to the artifact, or change its options, before they are sent.
        const copy = argumentCopy({ ...artifact });
        const { artifactType = 'data', version = null, aliases = [], metadata, versionTags = [] } = copy.options;
        const resolved = await allFiles(context, files, copy);
        const body = {
          artifactName: copy.name,
          artifactType,
          experimentKey,
          versionMetadata: metadata === undefined ? null : jsonText(context, 'metadata', metadata),
          version,
          alias: [...aliases],
          versionTags: [...versionTags],
        };
        const headers = await creationHeaders(context);
        const { artifactId, artifactVersionId } = await call(artifacts.upsert, { body, headers });
        const inState = (state: 'CLOSED' | 'ERROR') => ({ body: { artifactVersionId, experimentKey, state } });
        try {
          await sendFiles(context, files, artifactVersionId, resolved);
        } catch (error) {
          // Not with the caller's signal, which may be the reason. A caller that cancels does not wait for it.
          const marked = connection.call(operation, artifacts.setState, inState('ERROR')).catch(() => {});
          if (!signal?.aborted) await marked;
          throw error;
        }
        await call(artifacts.setState, inState('CLOSED'));
        const stored = await call(artifacts.version, { query: { artifactId, versionId: artifactVersionId } });
        return new LoggedArtifact(subject, files, stored);
      },
    },
    getArtifact: {
      arguments: [argument('artifactName', nonEmptyText)],
      options: { workspace: nonEmptyText, versionOrAlias: nonEmptyText },
      async run({ call, subject }, artifactName, { workspace, versionOrAlias }) {
        const experiment = { experimentKey: subject.key, consumerExperimentKey: subject.key };
        // The wire format requires a name to be percent-encoded once more than the query string does.
        const query = { artifactName: encodeURIComponent(artifactName), workspace, versionOrAlias, ...experiment };
        return new LoggedArtifact(subject, files, await call(artifacts.version, { query }));
      },
    },
    getArtifactLineage: {
      options: { direction: directionCheck },
      run: ({ call, subject: { key: experimentKey } }, { direction: filter = 'all' }) =>
        call(artifacts.lineage, { query: { experimentKey, filter } }),
    },
  };
}

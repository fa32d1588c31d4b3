import type { API } from '@tracklens/core/browser';
import { contract } from '@tracklens/core/contract';
import type { TreeNode, TreeNodeOf } from './tree-node.ts';

/** Client methods needed to read versions, available in Node.js and in browsers. */
type Client = Pick<API, 'connection' | 'getModel' | 'getArtifactDetails' | 'getArtifactFiles'>;

/** File of a version with the parameters of its download request. */
export interface VersionFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly query: {
    readonly assetId: string;
    readonly allow301: false;
    readonly experimentKey?: string;
    readonly artifactVersionId?: string;
  };
}

/** Downloadable content of a tree row. */
export interface Download {
  /** Name of the folder or archive to create. */
  readonly name: string;
  readonly files: readonly VersionFile[];
  /** Whether it is a single file, not a version with its files. */
  readonly isFile: boolean;
  /** Files stored outside of the service, which has only their location. */
  readonly elsewhere: readonly string[];
  /** Set for a registered version, which is available as one archive too. */
  readonly archive: { readonly workspaceName: string; readonly modelName: string; readonly version: string } | null;
}

/** Returns the download of the row of a version or a file; `null` for other rows. */
export async function downloadOf(api: Client, node: TreeNode): Promise<Download | null> {
  switch (node.kind) {
    case 'version':
      return modelVersion(api, node.target);
    case 'artifact-version':
      return artifactVersion(api, node);
    case 'file':
      return oneFile(node);
    default:
      return null;
  }
}

async function modelVersion(
  api: Client,
  { workspace, modelName, version }: TreeNodeOf<'version'>['target'],
): Promise<Download> {
  const model = await api.getModel(workspace, modelName);
  const assets = await model.getAssets(version);
  const found = assets.map((asset) => ({
    asset,
    experimentKey: asset.remote
      ? null
      : (URL.parse(asset.link, 'http://service')?.searchParams.get('experimentKey') ?? null),
  }));
  return {
    name: `${modelName}_${version}`,
    files: found.flatMap(({ asset, experimentKey }) =>
      experimentKey === null
        ? []
        : [
            {
              name: asset.fileName,
              sizeBytes: asset.fileSize,
              query: { assetId: asset.assetId, allow301: false, experimentKey },
            },
          ],
    ),
    elsewhere: found.flatMap(({ asset, experimentKey }) => (experimentKey === null ? [asset.fileName] : [])),
    isFile: false,
    archive: { workspaceName: workspace, modelName, version },
  };
}

async function artifactVersion(
  api: Client,
  { artifactId, version }: TreeNodeOf<'artifact-version'>,
): Promise<Download> {
  const artifact = await api.getArtifactDetails({ artifactId });
  const { files } = await api.getArtifactFiles({ artifactId, version });
  const own = artifact.versions.find((one) => one.version === version)?.artifactVersionId ?? '';
  const isElsewhere = ({ metadata }: { metadata?: unknown }) =>
    typeof metadata === 'object' && metadata !== null && 'link' in metadata;
  return {
    name: `${artifact.name}_${version}`,
    files: files.map((file) => ({
      name: file.fileName,
      sizeBytes: file.fileSize,
      query: { assetId: file.assetId, allow301: false, artifactVersionId: file.artifactVersionId || own },
    })),
    elsewhere: files.filter(isElsewhere).map(({ fileName }) => fileName),
    isFile: false,
    archive: null,
  };
}

function oneFile({ label: name, file }: TreeNodeOf<'file'>): Download {
  const { assetId, sizeBytes, link, owner } = file;
  const query = { assetId, allow301: false, ...owner } as const;
  const [files, elsewhere] = link === undefined ? [[{ name, sizeBytes, query }], []] : [[], [name]];
  return { name, files, isFile: true, elsewhere, archive: null };
}

/** Downloads the bytes of a file, or a range if the headers request one. */
export function fetchFile(
  { connection }: Pick<Client, 'connection'>,
  { query }: VersionFile,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) {
  return connection.callForBody('download', contract.assets.get, { query, headers }, { signal });
}

/** Downloads a registered version as one archive. */
export function fetchArchive(
  { connection }: Pick<Client, 'connection'>,
  query: NonNullable<Download['archive']>,
  signal: AbortSignal,
) {
  return connection.callForBody('download', contract.registry.download, { query }, { signal });
}

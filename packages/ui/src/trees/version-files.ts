import type { API } from '@tracklens/core/browser';
import { contract } from '@tracklens/core/contract';
import type { TreeNode } from './tree-node.ts';

/** What the reading of versions needs of a client, in Node and in a browser. */
type Client = Pick<API, 'connection' | 'getModel' | 'getArtifactDetails' | 'getArtifactFiles'>;

/** A file of a version, and how the service is asked for it. */
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

/** What can be downloaded of a row of a tree. */
export interface Download {
  /** What a folder or an archive of it is called. */
  readonly name: string;
  readonly files: readonly VersionFile[];
  /** Files that lie outside of the service: it only keeps where. */
  readonly elsewhere: readonly string[];
  /** A registered version comes as one archive too. */
  readonly archive: { readonly workspaceName: string; readonly modelName: string; readonly version: string } | null;
}

/** What a row of the registry or of the artifacts can be downloaded as; null for other rows. */
export async function downloadOf(api: Client, node: TreeNode): Promise<Download | null> {
  if (node.target?.kind === 'model' && node.target.version !== undefined) return modelVersion(api, node.target);
  if (node.kind === 'artifact-version') return artifactVersion(api, node);
  return node.file ? oneFile(node) : null;
}

async function modelVersion(
  api: Client,
  { workspace, modelName, version }: { workspace: string; modelName: string; version?: string | undefined },
): Promise<Download> {
  const model = await api.getModel(workspace, modelName);
  const assets = await model.getAssets(version!);
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
    archive: { workspaceName: workspace, modelName, version: version! },
  };
}

async function artifactVersion(api: Client, node: TreeNode): Promise<Download> {
  const [, artifactId, version] = JSON.parse(node.id) as string[];
  const artifact = await api.getArtifactDetails({ artifactId });
  const { files } = await api.getArtifactFiles({ artifactId, version: version! });
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
    archive: null,
  };
}

function oneFile(node: TreeNode): Download {
  const { assetId, artifactVersionId, sizeBytes } = node.file!;
  const query = { assetId, allow301: false, artifactVersionId } as const;
  return { name: node.label, files: [{ name: node.label, sizeBytes, query }], elsewhere: [], archive: null };
}

/** The bytes of a file, from a byte on where the headers ask for that. */
export function fetchFile(
  { connection }: Pick<Client, 'connection'>,
  { query }: VersionFile,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) {
  return connection.callForBody('download', contract.assets.get, { query, headers }, { signal });
}

/** The bytes of a registered version as one archive. */
export function fetchArchive(
  { connection }: Pick<Client, 'connection'>,
  query: NonNullable<Download['archive']>,
  signal: AbortSignal,
) {
  return connection.callForBody('download', contract.registry.download, { query }, { signal });
}

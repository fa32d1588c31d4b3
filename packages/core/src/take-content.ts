import { type ArtifactConsumer, artifactInputs } from './artifact-inputs.ts';
import type { OperationOptions } from './client/connection.ts';
import { mapConcurrent } from './client/map-concurrent.ts';
import type { ArtifactDetails, ArtifactFile, AssetRecord, GitMetadata, SystemDetails } from './contract/index.ts';
import type { OutputPiece } from './experiment/output-pieces.ts';
import { type AssetTab, assetKinds } from './snapshots/asset-kinds.ts';
import { toBase64 } from './snapshots/base64.ts';
import { Allowance, cutMiddle, jsonBytes } from './snapshots/content-budget.ts';
import { partText } from './snapshots/left-out.ts';
import type { SnapshotContent } from './snapshots/snapshot-content.ts';
import { wavSeconds } from './snapshots/wav-length.ts';
import { firstZipText } from './snapshots/zip-text.ts';
import type { Tab } from './targets/tabs.ts';

/** Operations of an experiment that read the content of its tabs. An `APIExperiment` has them. */
export interface ContentExperiment extends ArtifactConsumer {
  getAssetList(options: OperationOptions): Promise<readonly AssetRecord[]>;
  getAsset(assetId: string, options: OperationOptions): Promise<Uint8Array>;
  getCode(options: OperationOptions): Promise<string | null>;
  getGitMetadata(options: OperationOptions): Promise<GitMetadata>;
  getGitPatch(options: OperationOptions): Promise<Uint8Array | null>;
  getSystemDetails(options: OperationOptions): Promise<SystemDetails>;
  getOutputPieces(options: OperationOptions): Promise<readonly OutputPiece[]>;
  getHtml(options: OperationOptions): Promise<string | null>;
}

/** Operations of an account that read the content of a tab. An `API` has them. */
export interface ContentAccount {
  getArtifactList(
    workspace: string,
    options: OperationOptions,
  ): Promise<{ readonly artifacts: readonly { readonly artifactId: string }[] }>;
  getArtifactDetails(artifact: OperationOptions & { readonly artifactId: string }): Promise<ArtifactDetails>;
  getArtifactFiles(
    artifact: OperationOptions & { readonly artifactId: string; readonly version: string },
  ): Promise<{ readonly files: readonly ArtifactFile[] }>;
  getProjectNotes(workspace: string, projectName: string, options: OperationOptions): Promise<string>;
}

/** Reduces an image to a small one; null for what is not an image that can be shown. */
type ReduceImage = (bytes: Uint8Array) => Promise<Uint8Array | null>;

/** Experiment and account from which the content of a tab is read. */
export interface ContentSource {
  readonly account: ContentAccount;
  readonly experiment: ContentExperiment;
  readonly experimentKey: string;
  readonly workspaceName: string;
  readonly projectName: string;
  readonly options: OperationOptions;
  readonly reduceImage: ReduceImage | undefined;
}

type Content = Omit<SnapshotContent, 'tab'>;

/**
 * Sizes of the content of a tab as JSON text: of its parts together, of these with fields that have no limit of their
 * own, of lists of records, and of one file.
 */
const contentBytes = 100_000;
const largestBytes = 110_000;
const recordBytes = 30_000;
const fileBytes = 30_000;
/** Largest file that is read to be reduced. */
const readBytes = 8_000_000;
/** Largest audio file that is read for its length, and the number of these. */
const audioBytes = 2_000_000;
const audioCount = 20;
/** Length of the beginning of a patch that is held as text. */
const patchBytes = 12_000;

/** Readers of the tabs whose content is not metrics and parameters. */
const readers: Readonly<Partial<Record<Tab, (source: ContentSource) => Promise<Content>>>> = {
  artifacts: readArtifacts,
  assets: async (source) => records(await assetsOf(source, 'assets'), 'assets', 2 * recordBytes),
  audio: readAudio,
  code: readCode,
  'confusion-matrices': (source) => withFiles(source, 'confusion-matrices', 'confusion matrices'),
  histograms: (source) => withFiles(source, 'histograms', 'histograms'),
  images: (source) => withFiles(source, 'images', 'images', { reduce: source.reduceImage }),
  'installed-packages': readSystem,
  notes: async ({ account, workspaceName, projectName, options }) => {
    return { projectNotes: cutMiddle(await account.getProjectNotes(workspaceName, projectName, options), recordBytes) };
  },
  'system-metrics': readSystem,
  text: readTexts,
};

/** Reads the content of a tab within its budget; undefined for a tab that shows metrics and parameters only. */
export async function takeContent(tab: Tab | undefined, source: ContentSource): Promise<SnapshotContent | undefined> {
  const read = tab === undefined ? undefined : readers[tab];
  if (read === undefined) return undefined;
  const content = { tab: tab!, ...(await read(source)) };
  return jsonBytes(content) <= largestBytes ? content : { tab: tab!, leftOut: ['the content of the tab'] };
}

/** Returns the assets of a tab, the newest step and upload first. */
async function assetsOf({ experiment, options }: ContentSource, tab: AssetTab): Promise<AssetRecord[]> {
  const step = (asset: AssetRecord) => asset.step ?? Number.NEGATIVE_INFINITY;
  const all = (await experiment.getAssetList(options)).filter(assetKinds[tab]);
  return all.sort((a, b) => step(b) - step(a) || b.createdAt - a.createdAt);
}

/** Returns as many records as fit. URLs are left out: they are long, and some contain a signature. */
function records(assets: readonly AssetRecord[], what: string, size = recordBytes): Content {
  const allowance = new Allowance(size);
  const held = assets.map((asset) => ({ ...asset, link: '' })).filter((asset) => allowance.tryTake(asset));
  return { assets: held, ...leftOut(held.length, assets.length, what) };
}

function leftOut(held: number, all: number, what: string): Content {
  return held < all ? { leftOut: partText(held, all, what) } : {};
}

/** Options of reading the files of a tab. */
interface FileOptions {
  readonly reduce?: ReduceImage | undefined;
  /** Size that the files may take. Default: that of the content of a tab. */
  readonly allowance?: Allowance;
}

/** Returns the assets of a tab whose bytes fit, the newest first. */
async function withFiles(
  source: ContentSource,
  tab: AssetTab,
  what: string,
  { reduce, allowance = new Allowance(contentBytes) }: FileOptions = {},
): Promise<Content> {
  const assets = await assetsOf(source, tab);
  const files: Record<string, string> = {};
  const held: AssetRecord[] = [];
  for (const asset of assets.slice(0, 200)) {
    if (allowance.left < 1000) break;
    const record = { ...asset, link: '' };
    const bytes = await bytesOf(source, asset, reduce);
    if (bytes === null || !allowance.tryTake([record, record.assetId, bytes])) continue;
    held.push(record);
    files[asset.assetId] = bytes;
  }
  return { assets: held, files, ...leftOut(held.length, assets.length, what) };
}

/** Returns the bytes of an asset as Base64, of an image in a smaller size; null when they are too many. */
async function bytesOf(
  { experiment, options }: ContentSource,
  { assetId, fileSize }: AssetRecord,
  reduce?: ReduceImage,
): Promise<string | null> {
  if (fileSize > (reduce ? readBytes : fileBytes)) return null;
  const bytes = await experiment.getAsset(assetId, options);
  const shown = reduce ? await reduce(bytes) : bytes;
  return shown === null || shown.byteLength > fileBytes ? null : toBase64(shown);
}

/** Returns the list of audio files with their lengths, and the bytes of short ones. */
async function readAudio(source: ContentSource): Promise<Content> {
  const listed = records(await assetsOf(source, 'audio'), 'audio files');
  const allowance = new Allowance(contentBytes - recordBytes);
  const files: Record<string, string> = {};
  const audioSeconds: Record<string, number> = {};
  const read = (listed.assets ?? []).filter(({ fileSize }) => fileSize <= audioBytes).slice(0, audioCount);
  await mapConcurrent(read, async ({ assetId }) => {
    const bytes = await source.experiment.getAsset(assetId, source.options);
    const seconds = wavSeconds(bytes);
    if (seconds !== null && allowance.tryTake([assetId, seconds])) audioSeconds[assetId] = seconds;
    if (bytes.byteLength > fileBytes) return;
    const base64 = toBase64(bytes);
    if (allowance.tryTake([assetId, base64])) files[assetId] = base64;
  });
  return { ...listed, files, audioSeconds };
}

async function readCode(source: ContentSource): Promise<Content> {
  const { experiment, options } = source;
  const [code, git, patch] = await Promise.all([
    experiment.getCode(options),
    experiment.getGitMetadata(options),
    experiment.getGitPatch(options),
  ]);
  const allowance = new Allowance(contentBytes);
  const shown = allowance.takeText(code ?? '', fileBytes);
  const hasGit = allowance.tryTake(git, recordBytes);
  const small = patch !== null && patch.byteLength <= fileBytes ? toBase64(patch) : null;
  const gitPatch = small !== null && allowance.tryTake(small) ? small : null;
  const patchText = patch === null ? null : await firstZipText(patch, patchBytes);
  const gitPatchText = patchText === null ? '' : allowance.takeText(patchText, fileBytes);
  const files = await withFiles(source, 'code', 'source files', { allowance });
  const omitted = [
    ...(files.leftOut ?? []),
    ...(shown === (code ?? '') ? [] : ['part of the script']),
    ...(hasGit ? [] : ['the git details']),
    ...(patch !== null && gitPatch === null ? ['the patch'] : []),
  ];
  return {
    ...files,
    code: shown,
    ...(hasGit ? { git } : {}),
    ...(patch !== null && gitPatch === null ? {} : { gitPatch }),
    ...(gitPatchText === '' ? {} : { gitPatchText }),
    ...(omitted.length === 0 ? {} : { leftOut: omitted }),
  };
}

async function readSystem({ experiment, options }: ContentSource): Promise<Content> {
  const system = await experiment.getSystemDetails(options);
  const allowance = new Allowance(2 * recordBytes);
  const installedPackages = system.installedPackages.filter((line) => allowance.tryTake(line));
  const osPackages = system.osPackages.filter((line) => allowance.tryTake(line));
  const all = system.installedPackages.length + system.osPackages.length;
  return {
    system: { ...system, installedPackages, osPackages },
    ...leftOut(installedPackages.length + osPackages.length, all, 'packages'),
  };
}

async function readTexts(source: ContentSource): Promise<Content> {
  const { experiment, options } = source;
  const [output, html] = await Promise.all([experiment.getOutputPieces(options), experiment.getHtml(options)]);
  const allowance = new Allowance(contentBytes);
  const fits = allowance.tryTake(output, 2 * fileBytes);
  const whole = output.map((piece) => piece.text).join('');
  const shown = fits ? [...output] : [{ text: allowance.takeText(whole, fileBytes), stderr: null }];
  const hasHtml = allowance.tryTake(html ?? '', fileBytes);
  const samples = await withFiles(source, 'text', 'texts', { allowance });
  const omitted = [
    ...(samples.leftOut ?? []),
    ...(fits ? [] : ['the middle of the output']),
    ...(hasHtml ? [] : ['the HTML']),
  ];
  return {
    ...samples,
    output: shown,
    html: hasHtml ? (html ?? '') : '',
    ...(omitted.length === 0 ? {} : { leftOut: omitted }),
  };
}

async function readArtifacts(source: ContentSource): Promise<Content> {
  const { account, experiment, experimentKey, workspaceName, options } = source;
  const { artifacts: listed } = await account.getArtifactList(workspaceName, options);
  const inputs = await artifactInputs(experiment, options);
  // An experiment may use artifacts of other workspaces.
  const ids = new Set([...listed, ...inputs].map(({ artifactId }) => artifactId));
  const all = await mapConcurrent([...ids], (artifactId) => account.getArtifactDetails({ artifactId, ...options }));
  const used = new Set(inputs.map(({ artifactVersionId }) => artifactVersionId));
  const made = (version: ArtifactDetails['versions'][number]) =>
    used.has(version.artifactVersionId) || JSON.stringify(version.createdFrom ?? '').includes(experimentKey);
  const logged = all
    .map((artifact) => ({ ...artifact, versions: artifact.versions.filter(made) }))
    .filter(({ versions }) => versions.length > 0);
  const allowance = new Allowance(contentBytes);
  const inputsOf = ({ versions }: ArtifactDetails) =>
    versions.map(({ artifactVersionId }) => artifactVersionId).filter((id) => used.has(id));
  const artifacts = logged.filter((artifact) => allowance.tryTake([artifact, inputsOf(artifact)]));
  const artifactFiles: Record<string, ArtifactFile[]> = {};
  for (const { artifactId, versions } of artifacts) {
    for (const { version } of versions.slice(0, 20)) {
      const { files } = await account.getArtifactFiles({ artifactId, version, ...options });
      const held = files.map((file) => ({ ...file, link: null }));
      const name = `${artifactId} ${version}`;
      if (allowance.tryTake([name, held])) artifactFiles[name] = held;
    }
  }
  const versions = artifacts.reduce((sum, artifact) => sum + artifact.versions.length, 0);
  const omitted = [
    ...partText(artifacts.length, logged.length, 'artifacts'),
    ...partText(Object.keys(artifactFiles).length, versions, 'lists of files'),
  ];
  return {
    artifacts,
    artifactInputs: artifacts.flatMap(inputsOf),
    artifactFiles,
    ...(omitted.length === 0 ? {} : { leftOut: omitted }),
  };
}

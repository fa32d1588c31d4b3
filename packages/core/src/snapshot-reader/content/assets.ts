import type { AssetRecord } from '../../contract/index.ts';
import { type AssetTab, assetKinds } from '../../snapshots/asset-kinds.ts';
import { toBase64 } from '../../snapshots/base64.ts';
import { Allowance } from '../../snapshots/content-budget.ts';
import { partText } from '../../snapshots/left-out.ts';
import { ifReadable } from '../if-readable.ts';
import { contentBytes, fileBytes, recordBytes } from './budget.ts';
import type { Content, ContentReader, ContentSource, ReduceImage } from './content-source.ts';

/** Largest file that is read to be reduced. */
const readBytes = 8_000_000;

/** Reads the list of all assets. */
export const readAssets: ContentReader = async (source) =>
  records(await assetsOf(source, 'assets'), 'assets', 2 * recordBytes);

/** Returns the assets of a tab, the newest step and upload first. */
export async function assetsOf({ experiment, options }: ContentSource, tab: AssetTab): Promise<AssetRecord[]> {
  const step = (asset: AssetRecord) => asset.step ?? Number.NEGATIVE_INFINITY;
  const listed = await experiment.getAssetList(tab === 'charts' ? { ...options, assetType: 'curve' } : options);
  const all = listed.filter(assetKinds[tab]);
  return all.sort((a, b) => step(b) - step(a) || b.createdAt - a.createdAt);
}

/** Returns as many records as fit. URLs are left out: they are long, and some contain a signature. */
export function records(assets: readonly AssetRecord[], noun: string, size = recordBytes): Content {
  const allowance = new Allowance(size);
  const held = assets.map((asset) => ({ ...asset, link: '' })).filter((asset) => allowance.tryTake(asset));
  return { assets: held, ...leftOut(held.length, assets.length, noun) };
}

/** Returns what is left out of a list. */
export function leftOut(held: number, all: number, noun: string): Content {
  return held < all ? { leftOut: partText(held, all, noun) } : {};
}

/** Options of reading the files of a tab. */
interface FileOptions {
  readonly reduce?: ReduceImage | undefined;
  /** Size that the files may take. Default: that of the content of a tab. */
  readonly allowance?: Allowance;
}

/** Returns the assets of a tab whose bytes fit, the newest first. */
export async function withFiles(
  source: ContentSource,
  tab: AssetTab,
  noun: string,
  { reduce, allowance = new Allowance(contentBytes) }: FileOptions = {},
): Promise<Content> {
  const assets = await assetsOf(source, tab);
  const files: Record<string, string> = {};
  const held: AssetRecord[] = [];
  for (const asset of assets.slice(0, 200)) {
    if (allowance.left < 1000) break;
    const record = { ...asset, link: '' };
    const bytes = await base64Of(source, asset, reduce);
    if (bytes === null || !allowance.tryTake([record, record.assetId, bytes])) continue;
    held.push(record);
    files[asset.assetId] = bytes;
  }
  return { assets: held, files, ...leftOut(held.length, assets.length, noun) };
}

/** Returns the bytes of an asset; null for one that is stored outside of the service, or cannot be read. */
export async function assetBytes(
  { experiment, options }: ContentSource,
  { assetId, remote }: AssetRecord,
): Promise<Uint8Array | null> {
  return remote ? null : await ifReadable(experiment.getAsset(assetId, options));
}

/** Returns the bytes of an asset as Base64, of an image in a smaller size; null when there are none or too many. */
async function base64Of(source: ContentSource, asset: AssetRecord, reduce?: ReduceImage): Promise<string | null> {
  if (asset.fileSize > (reduce ? readBytes : fileBytes)) return null;
  const bytes = await assetBytes(source, asset);
  const shown = reduce && bytes !== null ? await reduce(bytes) : bytes;
  return shown === null || shown.byteLength > fileBytes ? null : toBase64(shown);
}

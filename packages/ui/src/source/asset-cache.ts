import type { AssetRecord, ContentSource, OnProgress } from './content-source.ts';

/** Size limit of the file cache. It lets a slider move back and forth without new requests. */
const budgetBytes = 64_000_000;

interface Shelf {
  readonly files: Map<string, Uint8Array>;
  bytes: number;
}

const shelves = new WeakMap<Pick<ContentSource, 'asset'>, Shelf>();

/**
 * Reads the bytes of a file through the cache. The least recently used files are evicted; files larger than a quarter
 * of the limit are not cached.
 */
export async function cachedAsset(
  source: Pick<ContentSource, 'asset'>,
  experimentKey: string,
  asset: Pick<AssetRecord, 'assetId' | 'createdAt' | 'fileSize'>,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<Uint8Array> {
  let shelf = shelves.get(source);
  if (!shelf) {
    shelf = { files: new Map(), bytes: 0 };
    shelves.set(source, shelf);
  }
  // An overwritten asset may keep its id, but not its date and size.
  const name = `${asset.assetId} ${asset.createdAt} ${asset.fileSize}`;
  const known = shelf.files.get(name);
  if (known) {
    shelf.files.delete(name);
    shelf.files.set(name, known);
    return known;
  }
  const bytes = await source.asset(experimentKey, asset.assetId, signal, onProgress);
  if (bytes.byteLength <= budgetBytes / 4 && !shelf.files.has(name)) {
    shelf.files.set(name, bytes);
    shelf.bytes += bytes.byteLength;
    for (const [oldest, dropped] of shelf.files) {
      if (shelf.bytes <= budgetBytes) break;
      shelf.files.delete(oldest);
      shelf.bytes -= dropped.byteLength;
    }
  }
  return bytes;
}

import type { AssetRecord, ContentSource } from './content-source.ts';

/** Size limit of the file cache. It lets a slider move back and forth without new requests. */
const budgetBytes = 64_000_000;

interface CachedFiles {
  readonly files: Map<string, Uint8Array>;
  bytes: number;
}

const caches = new WeakMap<Pick<ContentSource, 'asset'>, CachedFiles>();

/**
 * Reads the bytes of a file through the cache. The least recently used files are evicted; files larger than a quarter
 * of the limit are not cached.
 */
export async function cachedAsset(
  source: Pick<ContentSource, 'asset'>,
  experimentKey: string,
  asset: Pick<AssetRecord, 'assetId' | 'createdAt' | 'fileSize'>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  let cached = caches.get(source);
  if (!cached) {
    cached = { files: new Map(), bytes: 0 };
    caches.set(source, cached);
  }
  // An overwritten asset may keep its id, but not its date and size.
  const name = `${asset.assetId} ${asset.createdAt} ${asset.fileSize}`;
  const known = cached.files.get(name);
  if (known) {
    cached.files.delete(name);
    cached.files.set(name, known);
    return known;
  }
  const bytes = await source.asset(experimentKey, asset.assetId, signal);
  if (bytes.byteLength <= budgetBytes / 4 && !cached.files.has(name)) {
    cached.files.set(name, bytes);
    cached.bytes += bytes.byteLength;
    for (const [oldest, dropped] of cached.files) {
      if (cached.bytes <= budgetBytes) break;
      cached.files.delete(oldest);
      cached.bytes -= dropped.byteLength;
    }
  }
  return bytes;
}

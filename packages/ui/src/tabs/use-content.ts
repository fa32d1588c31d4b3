import { type AssetTab, assetKinds } from '@tracklens/core/display';
import { useEffect, useMemo, useRef } from 'react';
import { type Read, useRead } from '../live/use-read.ts';
import { cachedAsset } from '../source/asset-cache.ts';
import type { AssetRecord } from '../source/content-source.ts';
import type { ViewSource } from '../source/view-source.ts';
import { useView } from '../view/view-context.ts';

/** Reads content of an experiment. Reloads periodically while it is running, and whenever `running` changes. */
export function useContent<T>(
  key: string,
  running: boolean,
  read: (source: ViewSource, signal: AbortSignal) => Promise<T>,
): Read<T> {
  const { pollMillis } = useView();
  const result = useRead(key, read, () => (running ? pollMillis : null));
  const ran = useRef(running);
  const { reload } = result;
  useEffect(() => {
    if (ran.current !== running) reload();
    ran.current = running;
  });
  return result;
}

/** Reads the assets that a tab shows. */
export function useAssets(experimentKey: string, running: boolean, tab: AssetTab): Read<readonly AssetRecord[]> {
  const read = useContent(`assets ${experimentKey}`, running, (source, signal) =>
    source.assets(experimentKey, signal, tab),
  );
  const data = useMemo(() => read.data?.filter(assetKinds[tab]), [read.data, tab]);
  return { ...read, data };
}

/** Reads the bytes of one asset. Null reads nothing. */
export function useAssetBytes(experimentKey: string, asset: AssetRecord | null): Read<Uint8Array | null> {
  return useRead<Uint8Array | null>(
    asset === null ? 'no asset' : `asset ${experimentKey} ${asset.assetId} ${asset.createdAt}`,
    async (source, signal) => (asset === null ? null : await cachedAsset(source, experimentKey, asset, signal)),
  );
}

/** Reads and parses an asset. `parse` is a constant function and returns null for other content. */
export function useAssetValue<T>(
  experimentKey: string,
  asset: AssetRecord | null,
  parse: (bytes: Uint8Array) => T | null,
): Read<T | null> {
  const read = useAssetBytes(experimentKey, asset);
  const data = useMemo(() => (read.data ? parse(read.data) : read.data), [read.data, parse]);
  return { ...read, data };
}

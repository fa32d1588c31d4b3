import { useMemo } from 'react';
import { useKeyedState } from '../../components/use-keyed-state.ts';
import { useLast } from '../../components/use-last.ts';
import { type Read, useRead } from '../../live/use-read.ts';
import { cachedAsset } from '../../source/asset-cache.ts';
import type { AssetRecord } from '../../source/content-source.ts';
import { textOf } from '../assets/media-type.ts';

/** Number of texts that are read at once, beginning with the newest. */
export const textsPerPage = 200;

/** Logged text with its metadata. */
export interface TextSample {
  readonly asset: AssetRecord;
  readonly text: string;
  readonly metadata: string;
}

/** Newest texts of a step, or of all steps. */
export interface TextSamples {
  /** Texts that have been read; undefined if none are known. */
  readonly texts: readonly TextSample[] | undefined;
  readonly read: Read<readonly TextSample[]>;
  /** Number of the texts that have been read, and of all. */
  readonly count: number;
  readonly total: number;
  /** Reads older texts, up to a number of texts. */
  readonly readUpTo: (count: number) => void;
}

/** Reads the newest texts of a step, or of all steps for null, and older ones on request. */
export function useTextSamples(
  experimentKey: string,
  samples: readonly AssetRecord[],
  step: number | null,
): TextSamples {
  const [limit, setLimit] = useKeyedState(step, textsPerPage);
  const ofStep = useMemo(() => samples.filter((asset) => step === null || asset.step === step), [samples, step]);
  const newest = useMemo(
    () => ofStep.toSorted((a, b) => (b.step ?? -1) - (a.step ?? -1) || b.createdAt - a.createdAt).slice(0, limit),
    [ofStep, limit],
  );
  const read = useRead<readonly TextSample[]>(
    `texts ${newest.map(({ assetId }) => assetId).join(' ')}`,
    async (source, signal) =>
      Promise.all(
        newest.map(async (asset) => ({
          asset,
          text: textOf(await cachedAsset(source, experimentKey, asset, signal)) ?? '',
          metadata: asset.metadata === null ? '' : JSON.stringify(asset.metadata, null, 1),
        })),
      ),
  );
  const texts = useTextsOfStep(read.data, step);
  const count = useLast(read.data && newest.length) ?? newest.length;
  // After a failed read the limit is the same.
  const readUpTo = (wanted: number) => (wanted === limit ? read.reload() : setLimit(wanted));
  return { texts, read, count: Math.min(count, newest.length), total: ofStep.length, readUpTo };
}

/** Returns the texts of a step, or those of the last read while others load; undefined if none of it are known. */
function useTextsOfStep(
  texts: readonly TextSample[] | undefined,
  step: number | null,
): readonly TextSample[] | undefined {
  const last = useLast(texts);
  return useMemo(() => {
    const ofStep = last?.filter(({ asset }) => step === null || asset.step === step);
    return texts === undefined && ofStep?.length === 0 ? undefined : ofStep;
  }, [texts, last, step]);
}

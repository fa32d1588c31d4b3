import { assetKinds } from '@tracklens/core/display';
import type { AssetRecord } from '../../source/content-source.ts';
import { naturalOrderIgnoringCase } from '../../text/text-order.ts';

/** Assets logged under one name, ordered by step. */
export interface AssetSeries {
  readonly name: string;
  readonly entries: readonly AssetRecord[];
}

/** Returns whether an asset is an image. */
export const isImage: (asset: AssetRecord) => boolean = assetKinds.images;

const byStep = (a: AssetRecord, b: AssetRecord) =>
  (a.step ?? Number.NEGATIVE_INFINITY) - (b.step ?? Number.NEGATIVE_INFINITY) || a.createdAt - b.createdAt;

/** Groups assets by name (and context, if any). The entries of each are sorted by step, then by time. */
export function assetSeries(assets: readonly AssetRecord[]): readonly AssetSeries[] {
  const groups = new Map<string, AssetRecord[]>();
  for (const asset of assets) {
    const name = asset.runContext ? `${asset.runContext}/${asset.fileName}` : asset.fileName;
    const group = groups.get(name);
    if (group) group.push(asset);
    else groups.set(name, [asset]);
  }
  return [...groups]
    .sort(([a], [b]) => naturalOrderIgnoringCase(a, b))
    .map(([name, entries]) => ({ name, entries: entries.sort(byStep) }));
}

/** Returns the assets with the type and the name of one of them. */
export function seriesOf(assets: readonly AssetRecord[], of: AssetRecord): AssetSeries {
  const isSame = ({ type, fileName, runContext }: AssetRecord) =>
    type === of.type && fileName === of.fileName && runContext === of.runContext;
  return assetSeries(assets.filter(isSame))[0]!;
}

/** Returns the last entry of each step, which replaces earlier ones, and all entries without a step. */
export function lastOfSteps({ entries }: AssetSeries): readonly AssetRecord[] {
  return entries.filter(({ step }, index) => step === null || entries[index + 1]?.step !== step);
}

/** Returns the distinct steps of the assets in ascending order. */
export function stepsOf(assets: readonly AssetRecord[]): readonly number[] {
  const steps = new Set<number>();
  for (const { step } of assets) if (step !== null) steps.add(step);
  return [...steps].sort((a, b) => a - b);
}

/**
 * Returns the entry of a series at a step: the last one up to it, so that rarely logged assets stay visible. Null
 * before the first. Without a step, returns the newest entry.
 */
export function entryAt({ entries }: AssetSeries, step: number | null): AssetRecord | null {
  if (step === null) return entries.at(-1) ?? null;
  let found: AssetRecord | null = null;
  for (const entry of entries) if (entry.step === null || entry.step <= step) found = entry;
  return found;
}

import { useMemo } from 'react';
import type { AssetRecord } from '../source/content-source.ts';
import { type AssetSeries, assetSeries, stepsOf } from '../tabs/assets/asset-series.ts';
import { useStep } from '../tabs/use-choice.ts';
import { sharedNames } from './comparison.ts';
import { useCompareChoice } from './use-compare-choice.ts';

/** Series of one name that experiments have logged, with the choices of the name and of the step. */
export interface ComparedSeries {
  readonly names: ReturnType<typeof sharedNames>;
  /** Chosen name; null if nothing was logged. */
  readonly name: string | null;
  readonly setName: (name: string) => void;
  /** Series of the chosen name by experiment; undefined for one that has not logged it. */
  readonly shown: readonly (AssetSeries | undefined)[];
  readonly steps: readonly number[];
  readonly step: number | null;
  readonly setStep: (step: number) => void;
}

/**
 * Returns the series of the name and the step that are chosen in the view state.
 *
 * @param files files of each experiment
 */
export function useComparedSeries(
  files: readonly (readonly AssetRecord[])[],
  choices: { readonly name: 'image' | 'curve'; readonly step: 'step' | 'curveStep' },
): ComparedSeries {
  const all = useMemo(() => files.map((assets) => new Map(assetSeries(assets).map((one) => [one.name, one]))), [files]);
  const names = useMemo(() => sharedNames(all.map((series) => [...series.keys()])), [all]);
  const [chosen, setName] = useCompareChoice(choices.name, null);
  const name = names.some((one) => one.name === chosen) ? chosen : (names[0]?.name ?? null);
  const shown = useMemo(() => all.map((series) => (name === null ? undefined : series.get(name))), [all, name]);
  const steps = useMemo(() => stepsOf(shown.flatMap((series) => series?.entries ?? [])), [shown]);
  const [step, setStep] = useStep(steps, useCompareChoice(choices.step, null));
  return { names, name, setName, shown, steps, step, setStep };
}

import { type LoggedNames, unknownNames, unknownTexts } from '@tracklens/core/charts';
import type { ChartOptions } from '@tracklens/core/display';
import { useMemo } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import { useView } from '../view/view-context.ts';

/** Names that experiments have logged. Unless they are complete, a saved copy decides which ones do not exist. */
export interface KnownNames extends LoggedNames {
  readonly areComplete: boolean;
}

const none = { names: [], texts: [] };

/** Returns the names in the options of charts that no experiment has logged, and sentences about them. */
export function useUnknownNames(
  options: ChartOptions,
  logged: KnownNames | undefined,
): { readonly names: readonly string[]; readonly texts: readonly string[] } {
  const t = useTranslate();
  const saved = useView().snapshot?.whole?.unknown;
  return useMemo(() => {
    if (logged === undefined) return none;
    const found = unknownNames(options, logged);
    const names = logged.areComplete ? found : found.filter((name) => saved?.includes(name));
    return { names, texts: unknownTexts(names, options, logged, t) };
  }, [options, logged, saved, t]);
}

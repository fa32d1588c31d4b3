import type { Read } from '../live/use-read.ts';
import type { Summary } from '../source/records.ts';
import { useContent } from './use-content.ts';

/** Reads the metrics or parameters of an experiment. */
export function useSummaries(
  kind: 'metrics' | 'parameters',
  experimentKey: string,
  running: boolean,
): Read<readonly Summary[]> {
  return useContent(`${kind} ${experimentKey}`, running, (source, signal) => source[kind](experimentKey, signal));
}

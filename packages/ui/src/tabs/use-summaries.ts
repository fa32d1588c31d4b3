import { useEffect, useRef } from 'react';
import { type Read, useRead } from '../live/use-read.ts';
import type { Summary } from '../source/records.ts';
import { useView } from '../view/view-context.ts';

/**
 * Reads the metrics or parameters of an experiment. Reloads periodically while it is running, and whenever `running`
 * changes.
 */
export function useSummaries(
  kind: 'metrics' | 'parameters',
  experimentKey: string,
  running: boolean,
): Read<readonly Summary[]> {
  const { pollMillis } = useView();
  const read = useRead(
    `${kind} ${experimentKey}`,
    (source, signal) => source[kind](experimentKey, signal),
    () => (running ? pollMillis : null),
  );
  const ran = useRef(running);
  const { reload } = read;
  useEffect(() => {
    if (ran.current !== running) reload();
    ran.current = running;
  });
  return read;
}

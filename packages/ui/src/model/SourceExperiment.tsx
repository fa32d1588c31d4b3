import type { ReactElement } from 'react';
import { Icon } from '../components/Icon.tsx';
import { useLast } from '../components/use-last.ts';
import { useReadOnce } from '../live/use-read-once.ts';
import type { ViewSource } from '../source/view-source.ts';

/** Reads the name of an experiment by its key; null if it has none or there is no service. */
export type ExperimentNames = (experimentKey: string) => Promise<string | null>;

/** Returns a function that reads the name of each experiment once. Later calls share the request, unless it failed. */
export function experimentNames(live: Pick<ViewSource, 'metadata'> | null): ExperimentNames {
  const names = new Map<string, Promise<string | null>>();
  // The rows that share a request may be scrolled away one after the other, so it is not cancelled with one of them.
  const { signal } = new AbortController();
  return (key) => {
    const name =
      names.get(key) ??
      Promise.resolve(live?.metadata(key, signal)).then((metadata) => metadata?.experimentName || null);
    names.set(key, name);
    name.catch(() => names.delete(key));
    return name;
  };
}

/** Source experiment of a version: its name once that is read, and its key as the tooltip. */
export function SourceExperiment({
  experimentKey,
  names,
}: {
  readonly experimentKey: string;
  readonly names: ExperimentNames;
}): ReactElement {
  const read = useReadOnce(names, null, () => names(experimentKey));
  const name = useLast(read.data ?? undefined);
  return (
    <span className="tl-link" title={name === undefined ? undefined : `${name}\n${experimentKey}`}>
      <Icon name="experiment" />
      <span className="tl-grid-text">{name ?? experimentKey.slice(0, 9)}</span>
    </span>
  );
}

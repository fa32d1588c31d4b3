import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Failure } from '../source/failure.ts';
import type { ViewSource } from '../source/view-source.ts';
import { useView } from '../viewer/view-context.ts';
import { loader } from './loader.ts';

/** What a part of a view knows: from the service, or from the saved copy until the service has answered. */
export interface Read<T> {
  readonly data: T | undefined;
  /** Why the service's answer is missing or old. */
  readonly failure: Failure | null;
  readonly loading: boolean;
  /** Where `data` is from. */
  readonly origin: 'live' | 'saved' | null;
  /** When `data` was read from the service. */
  readonly updatedAtMillis: number | null;
  /** Whether there is a service to read from: without one another attempt cannot help. */
  readonly isConnected: boolean;
  reload(): void;
}

/** Nothing is read from a source that is not there. */
const never = () => null;

function useLoader<T>(
  source: ViewSource | null,
  key: string,
  read: (source: ViewSource, signal: AbortSignal) => Promise<T>,
  everyMillis: (data: T) => number | null,
  visible: boolean,
) {
  const latest = useRef({ read, everyMillis });
  latest.current = { read, everyMillis };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says what is read; the functions are new at each drawing.
  const subject = useMemo(
    () =>
      source === null
        ? null
        : loader<T>({
            load: (signal) => latest.current.read(source, signal),
            everyMillis: (data) => latest.current.everyMillis(data),
          }),
    [source, key],
  );
  useEffect(() => {
    subject?.see(visible);
    return () => subject?.see(false);
  }, [subject, visible]);
  const state = useSyncExternalStore(subject?.subscribe ?? noSubscription, () => subject?.state ?? null);
  return { subject, state };
}

const noSubscription = () => () => {};

/**
 * Reads something for a part of the view: again every `everyMillis` while it may change, only while the view is seen.
 * `key` names what is read; another key starts anew.
 */
export function useRead<T>(
  key: string,
  read: (source: ViewSource, signal: AbortSignal) => Promise<T>,
  everyMillis: (data: T) => number | null = never,
): Read<T> {
  const { live, saved, visible } = useView();
  const now = useLoader(live, key, read, everyMillis, visible);
  const then = useLoader(saved, key, read, never, true);
  const fresh = now.state?.data;
  const old = then.state?.data;
  return {
    data: fresh ?? old,
    failure: now.state === null ? (old === undefined ? (then.state?.failure ?? null) : null) : now.state.failure,
    loading: now.state === null ? (then.state?.loading ?? false) : now.state.loading,
    origin: fresh !== undefined ? 'live' : old !== undefined ? 'saved' : null,
    updatedAtMillis: now.state?.updatedAtMillis ?? null,
    isConnected: live !== null,
    reload: () => now.subject?.reload(),
  };
}

/** The time, told again every so often while it is looked at. */
export function useNow(everyMillis: number, active: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMillis);
    return () => clearInterval(timer);
  }, [everyMillis, active]);
  return now;
}

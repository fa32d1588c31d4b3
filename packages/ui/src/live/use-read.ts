import type { HostManagement } from '@tracklens/core/display';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useEvent } from '../components/use-event.ts';
import type { Failure } from '../source/failure.ts';
import type { ViewSource } from '../source/view-source.ts';
import { useView, useViewActivity } from '../view/view-context.ts';
import { Loader } from './loader.ts';

/** Data of a component: from the service, or from the saved copy until the service has responded. */
export interface Read<T> {
  readonly data: T | undefined;
  /** Reason why the service's data is missing or stale. */
  readonly failure: Failure | null;
  readonly loading: boolean;
  /** Source of `data`. */
  readonly origin: 'live' | 'saved' | null;
  /** Time at which `data` was read from the service. */
  readonly updatedAtMillis: number | null;
  /** Whether there is a service to read from; without one, retrying cannot help. */
  readonly isConnected: boolean;
  reload(): void;
}

/** The saved copy does not change, so it is not polled. */
const never = () => null;

function useLoader<T>(
  source: ViewSource | null,
  key: string,
  read: (source: ViewSource, signal: AbortSignal) => Promise<T>,
  everyMillis: (data: T) => number | null,
  visible: boolean,
  management: HostManagement | undefined,
) {
  const latestRead = useEvent(read);
  const latestEveryMillis = useEvent(everyMillis);
  // The key identifies the data: with another one, the loader is another one too.
  const keyed = useMemo(
    () => ({
      key,
      loader: source && new Loader<T>({ load: (signal) => latestRead(source, signal), everyMillis: latestEveryMillis }),
    }),
    [source, key, latestRead, latestEveryMillis],
  );
  const subject = keyed.loader;
  useEffect(() => {
    subject?.setVisible(visible);
    return () => subject?.setVisible(false);
  }, [subject, visible]);
  useEffect(() => management?.subscribe(() => subject?.reload()), [management, subject]);
  const state = useSyncExternalStore(subject?.subscribe ?? noSubscription, () => subject?.state ?? null);
  return { subject, state };
}

const noSubscription = () => () => {};

/**
 * Reads data for a component: again after `everyMillis` while it may change, and only while the view is visible.
 * `key` identifies the data; a different key starts a new read.
 */
export function useRead<T>(
  key: string,
  read: (source: ViewSource, signal: AbortSignal) => Promise<T>,
  everyMillis: (data: T) => number | null = never,
): Read<T> {
  const { live, saved, host } = useView();
  const { visible, refreshes } = useViewActivity();
  const now = useLoader(live, key, read, everyMillis, visible, host.management);
  const then = useLoader(saved, key, read, never, true, undefined);
  const refreshed = useRef(refreshes);
  useEffect(() => {
    if (refreshed.current !== refreshes) now.subject?.reload();
    refreshed.current = refreshes;
  });
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

/** Returns the current time, updated every `everyMillis` while active. */
export function useNow(everyMillis: number, active: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return;
    const update = () => setNow(Date.now());
    const first = setTimeout(update);
    const timer = setInterval(update, everyMillis);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [everyMillis, active]);
  return now;
}

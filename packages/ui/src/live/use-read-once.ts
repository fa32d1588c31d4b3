import { useEffect } from 'react';
import { useEvent } from '../components/use-event.ts';
import { useKeyedState } from '../components/use-keyed-state.ts';
import { type Failure, failureOf } from '../source/failure.ts';

/** Result of one read. */
export interface ReadOnce<T> {
  /** Initial value until the data is read, or if it could not be read. */
  readonly data: T;
  readonly failure: Failure | null;
}

/** Reads data once for each `key`, and nothing for `null`. A read is aborted when its key is replaced. */
export function useReadOnce<Key, T>(
  key: Key | null,
  initial: T,
  read: (key: Key, signal: AbortSignal) => Promise<T>,
): ReadOnce<T> {
  const [state, setState] = useKeyedState<ReadOnce<T>>(key, { data: initial, failure: null });
  const start = useEvent(read);
  const finish = useEvent(setState);
  useEffect(() => {
    if (key === null) return;
    const abort = new AbortController();
    start(key, abort.signal).then(
      (data) => !abort.signal.aborted && finish({ data, failure: null }),
      (error) => !abort.signal.aborted && finish({ data: initial, failure: failureOf(error) }),
    );
    return () => abort.abort();
  }, [key, initial, start, finish]);
  return state;
}

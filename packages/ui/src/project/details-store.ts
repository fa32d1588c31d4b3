import { type Failure, failureOf } from '../source/failure.ts';
import type { ExperimentDetails, ViewSource } from '../source/view-source.ts';

/** Tags, metrics and parameters of the experiments of a list, a few read at a time, those in sight first. */
export interface DetailsStore {
  readonly details: ReadonlyMap<string, ExperimentDetails>;
  /** Of the last experiment that could not be read. */
  readonly failure: Failure | null;
  /** How many are still to come. */
  readonly waiting: number;
  /** Experiments to read, the most urgent first; those known already are read again only when named in `changed`. */
  want(experimentKeys: readonly string[], changed?: ReadonlySet<string>): void;
  /** Puts experiments before all others that wait: they came into sight. */
  hurry(experimentKeys: readonly string[]): void;
  subscribe(listener: () => void): () => void;
  dispose(): void;
}

/** Experiments read at the same time. */
const lanes = 6;
/** Changes are told together, so that a table of hundreds is not drawn hundreds of times. */
const tellMillis = 80;

/** A store that reads from `live`, and from `saved` where there is no connection or no answer. */
export function detailsStore(live: ViewSource | null, saved: ViewSource | null): DetailsStore {
  const listeners = new Set<() => void>();
  const abort = new AbortController();
  let details = new Map<string, ExperimentDetails>();
  let queue: string[] = [];
  const busy = new Set<string>();
  let failure: Failure | null = null;
  let telling: ReturnType<typeof setTimeout> | null = null;

  const tell = () => {
    telling ??= setTimeout(() => {
      telling = null;
      details = new Map(details);
      for (const listener of [...listeners]) listener();
    }, tellMillis);
  };
  const read = async (key: string) => {
    if (saved && !details.has(key)) {
      await saved.details(key, abort.signal).then(
        (found) => details.set(key, found),
        () => {},
      );
    }
    if (!live) return;
    try {
      details.set(key, await live.details(key, abort.signal));
      failure = null;
    } catch (error) {
      failure = failureOf(error);
      // Asking on behalf of every other experiment would only repeat the same failure.
      if (failure.kind === 'unreachable' || failure.kind === 'unauthorized') queue = [];
    }
  };
  const work = () => {
    while (busy.size < lanes && queue.length > 0 && !abort.signal.aborted) {
      const key = queue.shift()!;
      busy.add(key);
      void read(key).finally(() => {
        busy.delete(key);
        if (abort.signal.aborted) return;
        tell();
        work();
      });
    }
  };

  return {
    get details() {
      return details;
    },
    get failure() {
      return failure;
    },
    get waiting() {
      return queue.length + busy.size;
    },
    want(keys, changed) {
      queue = [...new Set(keys.filter((key) => !busy.has(key) && (!details.has(key) || changed?.has(key))))];
      work();
    },
    hurry(keys) {
      const urgent = keys.filter((key) => !busy.has(key) && !details.has(key));
      if (urgent.length === 0) return;
      queue = [...new Set([...urgent, ...queue])];
      work();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      abort.abort();
      if (telling !== null) clearTimeout(telling);
      listeners.clear();
    },
  };
}

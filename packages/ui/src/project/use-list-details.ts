import type { ViewState } from '@tracklens/core/display';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { experimentState } from '../records/experiment-label.ts';
import type { Failure } from '../source/failure.ts';
import type { ExperimentDetails, Metadata, MetricOverview } from '../source/view-source.ts';
import { useView, useViewState } from '../view/view-context.ts';
import { columnParts } from './columns.ts';
import { DetailsStore } from './details-store.ts';
import { SparkStore } from './spark-store.ts';
import type { ListTarget } from './use-experiment-list.ts';

/** Number of the newest experiments whose details are read eagerly; the others are read when they become visible. */
export const eagerRows = 300;

/** Details of the experiments of a list, as far as they are loaded. */
export interface ListDetails {
  readonly details: ReadonlyMap<string, ExperimentDetails>;
  /** Metrics from the overview request; an entry here is newer than the one in `details`. */
  readonly metrics: ReadonlyMap<string, MetricOverview>;
  /** Reason why some experiments could not be read; `null` once all of them have been. */
  readonly failure: Failure | null;
  /** Whether there are experiments still to be read. */
  readonly isWaiting: boolean;
  readonly sparks: SparkStore;
  /** Reads the visible experiments first. */
  readonly prioritize: (experimentKeys: readonly string[]) => void;
  readonly retry: () => void;
  /** Reads the details of experiments. Resolves with all that are loaded. */
  readonly load: (experimentKeys: readonly string[]) => Promise<ReadonlyMap<string, ExperimentDetails>>;
}

/** Reads the details of the experiments of a list, once that is loaded, and again while they are running. */
export function useListDetails(target: ListTarget, records: readonly Metadata[] | undefined): ListDetails {
  const { live, saved, host } = useView();
  const { workspace, projectName } = target;
  const archived = target.kind === 'query' ? target.archived : undefined;
  const store = useMemo(
    () => new DetailsStore(live, saved, { workspace, projectName, archived }),
    [live, saved, workspace, projectName, archived],
  );
  useEffect(() => () => store.dispose(), [store]);
  const sparks = useMemo(() => new SparkStore(live, saved), [live, saved]);
  useEffect(() => () => sparks.dispose(), [sparks]);
  const metrics = useSyncExternalStore(store.subscribe, () => store.metrics);
  /** Experiments that were running at the last poll, and those that the user has changed since. */
  const outdated = useRef<ReadonlySet<string>>(new Set());
  useEffect(
    () =>
      host.management?.subscribe((keys) => {
        outdated.current = new Set([...outdated.current, ...keys]);
      }),
    [host.management],
  );
  const selection = useViewState((state) => state.selection);
  // Plots, and grouping, sorting or searching by values that are not loaded yet, require all details.
  const wholeList = useViewState(
    ({ charts, table, project }) =>
      charts?.group !== undefined ||
      project?.part === 'scatter' ||
      project?.part === 'parallel' ||
      needsDetails(table, metrics.size > 0),
  );
  useEffect(() => {
    if (records === undefined) return;
    const listed = new Set(records.map((one) => one.experimentKey));
    const running = new Set(
      records.filter((one) => experimentState(one) === 'running').map((one) => one.experimentKey),
    );
    // Experiments that ended since the last poll are read once more. Some of the others may have been deleted.
    const changed = new Set([...running, ...outdated.current].filter((key) => listed.has(key)));
    outdated.current = running;
    const selected = (selection ?? []).filter((key) => listed.has(key));
    const rest = records.slice(0, wholeList ? records.length : eagerRows).map((one) => one.experimentKey);
    store.request([...selected, ...changed, ...rest], changed);
    sparks.renew(changed);
  }, [store, sparks, records, selection, wholeList]);
  return {
    details: useSyncExternalStore(store.subscribe, () => store.details),
    metrics,
    failure: useSyncExternalStore(store.subscribe, () => store.failure),
    isWaiting: useSyncExternalStore(store.subscribe, () => store.waiting > 0),
    sparks,
    prioritize: store.prioritize,
    retry: store.retry,
    load: async (experimentKeys) => {
      await store.load(experimentKeys);
      return store.details;
    },
  };
}

/** Returns whether the table is sorted or searched by values found neither in the list nor in the metric overview. */
function needsDetails(table: ViewState['table'], hasMetrics: boolean): boolean {
  const { kind, name } = columnParts(table?.sort?.column ?? 'started');
  return Boolean(table?.search) || kind === 'tag' || (name !== '' && (kind === 'parameter' || !hasMetrics));
}

import { inEnglish } from '../charts/chart-model.ts';
import { type LoggedNames, unknownNames, unknownTexts } from '../charts/unknown-names.ts';
import type { ViewState } from '../targets/view-state.ts';
import { comparedKeys } from './snapshot-selection.ts';
import type { Snapshot, SnapshotExperiment } from './view-payload.ts';

/** Maximum number of unknown names in a snapshot. */
const namesLimit = 10;

/** Returns what some of the experiments have logged; null if their records are not complete. */
function loggedNames(experiments: readonly SnapshotExperiment[], keys: readonly string[]): LoggedNames | null {
  const some = experiments.filter(({ metadata }) => keys.includes(metadata.experimentKey));
  const namesOf = (kind: 'metrics' | 'parameters') => some.flatMap((one) => one[kind].map(({ name }) => name));
  if (some.length < keys.length || some.length === 0) return null;
  return { metrics: namesOf('metrics'), parameters: some.length > 1 ? namesOf('parameters') : undefined };
}

/** Returns the first names in the options of the charts that none of the experiments with these keys has logged. */
export function unknownIn(
  experiments: readonly SnapshotExperiment[],
  keys: readonly string[],
  { charts = {} }: ViewState,
): { readonly unknown?: string[] } {
  const logged = loggedNames(experiments, keys);
  const unknown = logged === null ? [] : unknownNames(charts, logged).slice(0, namesLimit);
  return unknown.length > 0 ? { unknown } : {};
}

/**
 * Returns sentences about the names in the options of the charts that no compared experiment has logged. A snapshot may
 * lack names that were logged, so only those count that were found unknown when it was taken.
 */
export function unknownSentences({ experiments, whole }: Snapshot, state: ViewState): string[] {
  const { charts = {} } = state;
  const keys = comparedKeys(
    experiments.map(({ metadata }) => metadata.experimentKey),
    state,
  );
  const logged = loggedNames(experiments, keys);
  if (logged === null || whole?.unknown === undefined) return [];
  const unknown = unknownNames(charts, logged).filter((id) => whole.unknown!.includes(id));
  return unknownTexts(unknown, charts, { ...logged, arePartial: keys.length < whole.experiments }, inEnglish);
}

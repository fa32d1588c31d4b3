import { RestApiException } from '../client/errors.ts';
import type { SnapshotOptions } from '../experiment/snapshot-options.ts';
import { withinBudget } from '../snapshots/snapshot-budget.ts';
import { snapshotOthers } from '../snapshots/snapshot-records.ts';
import { selectChartSnapshot } from '../snapshots/snapshot-selection.ts';
import { unknownIn } from '../snapshots/unknown-in-snapshot.ts';
import type { Snapshot } from '../snapshots/view-payload.ts';
import type { ExperimentTarget } from '../targets/target.ts';
import type { ViewState } from '../targets/view-state.ts';
import { takeContent } from './content/index.ts';
import { chartedNames, chartOf, recordsOf } from './experiment-records.ts';
import type { SnapshotSource } from './snapshot-source.ts';

/** Number of metrics with points unless the view selects more. */
const metricCount = 40;

/** Reads the snapshot of an experiment, with the content of the open tab. */
export async function readExperiment(
  api: SnapshotSource,
  target: ExperimentTarget,
  view: ViewState,
  { reduceImage, ...options }: Omit<SnapshotOptions, 'state'>,
): Promise<Snapshot> {
  const found = await api.getExperimentByKey(target.experimentKey, options);
  if (found === null) {
    const reason = `there is no experiment ${target.experimentKey}`;
    throw RestApiException.of({ code: 'not-found', operation: 'display', reason, status: 404 });
  }
  const one = await recordsOf(found, 'one', options);
  // The state knows a tab that was chosen since the output was made.
  const tab = view.tab ?? target.tab;
  const others = tab === 'notes' ? await found.getOthersSummary(options) : undefined;
  const experiments = [{ ...one, ...(others && { others: snapshotOthers(others) }) }];
  const { workspaceName, projectName } = one.metadata;
  const source = { account: api, experiment: found, experimentKey: target.experimentKey, workspaceName, projectName };
  const content = await takeContent(tab ?? 'charts', { ...source, options, reduceImage });
  const charted = selectChartSnapshot(experiments, { ...view, selection: undefined }, metricCount);
  const records = {
    metrics: one.metrics.length,
    parameters: one.parameters.length,
    ...(others && { others: others.length }),
  };
  const whole = {
    experiments: 1,
    drawn: 1,
    metrics: chartedNames(experiments, view).length,
    ...unknownIn(experiments, [one.metadata.experimentKey], view),
    records,
  };
  return withinBudget(experiments, await chartOf(api, charted, options), charted, view, {
    whole,
    ...(content === undefined ? {} : { content }),
  });
}

import type { OperationOptions } from '../client/connection.ts';
import { mapConcurrent } from '../client/map-concurrent.ts';
import { withinBudget } from '../snapshots/snapshot-budget.ts';
import {
  comparedKeys,
  drawnKeys,
  inViewOrder,
  selectChartSnapshot,
  snapshotExperiments,
} from '../snapshots/snapshot-selection.ts';
import { unknownIn } from '../snapshots/unknown-in-snapshot.ts';
import type { Snapshot } from '../snapshots/view-payload.ts';
import type { ProjectTarget, QueryTarget } from '../targets/target.ts';
import type { ViewState } from '../targets/view-state.ts';
import { chartedNames, chartOf, recordsOf } from './experiment-records.ts';
import { ifReadable } from './if-readable.ts';
import type { SnapshotExperimentSource, SnapshotSource } from './snapshot-source.ts';

/** Number of metrics of each experiment with points unless the view selects more. */
const metricCount = 6;

async function listedExperiments(
  api: SnapshotSource,
  target: ProjectTarget | QueryTarget,
  options: OperationOptions,
): Promise<SnapshotExperimentSource[]> {
  const { workspace, projectName } = target;
  if (target.kind === 'project') return await api.getExperiments(workspace, { projectName, ...options });
  return await api.query(workspace, projectName, target.query, { archived: target.archived ?? false, ...options });
}

/** Reads the snapshot of the experiments of a project, or of those that a query finds. */
export async function readProject(
  api: SnapshotSource,
  target: ProjectTarget | QueryTarget,
  view: ViewState,
  options: OperationOptions,
): Promise<Snapshot> {
  const listed = await listedExperiments(api, target, options);
  const dated = await mapConcurrent(listed, async (experiment) => {
    const { experimentKey, startTimeMillis } = await experiment.metadata(options);
    return { experiment, experimentKey, startTimeMillis };
  });
  const ordered = inViewOrder(dated);
  const chosen = snapshotExperiments(ordered, view);
  const read = await mapConcurrent(chosen, ({ experiment }) => ifReadable(recordsOf(experiment, 'many', options)));
  const experiments = read.filter((one) => one !== null);
  const charted = selectChartSnapshot(experiments, view, metricCount);
  const absent = new Set(chosen.filter((_, index) => read[index] === null));
  const keys = ordered.filter((one) => !absent.has(one)).map(({ experimentKey }) => experimentKey);
  const drawn = new Set(drawnKeys(keys, view));
  const shown = experiments.filter(({ metadata }) => drawn.has(metadata.experimentKey));
  const { projectName, workspace: workspaceName } = target;
  return withinBudget(experiments, await chartOf(api, charted, options), charted, view, {
    project: { projectName, workspaceName, numberOfExperiments: keys.length },
    whole: {
      experiments: keys.length,
      drawn: drawn.size,
      metrics: chartedNames(shown, view).length,
      ...unknownIn(experiments, comparedKeys(keys, view), view),
    },
  });
}

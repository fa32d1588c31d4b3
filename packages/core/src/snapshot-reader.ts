import type { OperationOptions } from './client/connection.ts';
import { RestApiException } from './client/errors.ts';
import { mapConcurrent } from './client/map-concurrent.ts';
import type { ChartData as ChartResponse, RegisteredModel } from './contract/index.ts';
import type { SnapshotOptions } from './experiment/snapshot-options.ts';
import { withinBudget } from './snapshots/snapshot-budget.ts';
import { snapshotModelRecord, snapshotOthers, snapshotRecords } from './snapshots/snapshot-records.ts';
import {
  type ChartSnapshotSelection,
  chartedMetrics,
  drawnKeys,
  mainNames,
  selectChartSnapshot,
  snapshotExperiments,
} from './snapshots/snapshot-selection.ts';
import type { Snapshot, SnapshotExperiment } from './snapshots/view-payload.ts';
import { type ContentAccount, type ContentExperiment, takeContent } from './take-content.ts';
import type { Target } from './targets/target.ts';
import { initialViewState, type ViewState } from './targets/view-state.ts';

/**
 * Number of metrics with points unless the view selects more: for one experiment, and for each experiment of a
 * project.
 */
const experimentMetrics = 40;
const projectMetrics = 6;

type Summary = SnapshotExperiment['metrics'][number];

/** Operations of an experiment that a snapshot reads. An `APIExperiment` has them. */
interface SnapshotExperimentSource extends ContentExperiment {
  metadata(options: OperationOptions): Promise<SnapshotExperiment['metadata']>;
  getTags(options: OperationOptions): Promise<readonly string[]>;
  getMetricsSummary(options: OperationOptions): Promise<readonly Summary[]>;
  getParametersSummary(options: OperationOptions): Promise<readonly Summary[]>;
  getOthersSummary(options: OperationOptions): Promise<readonly Summary[]>;
}

/** Operations of an account that a snapshot reads. An `API` has them. */
export interface SnapshotSource extends ContentAccount {
  getExperimentByKey(key: string, options: OperationOptions): Promise<SnapshotExperimentSource | null>;
  getExperiments(
    workspace: string,
    selection: OperationOptions & { readonly projectName: string },
  ): Promise<SnapshotExperimentSource[]>;
  query(
    workspace: string,
    projectName: string,
    query: string,
    options: OperationOptions & { readonly archived: boolean },
  ): Promise<SnapshotExperimentSource[]>;
  getMetricsForChart(
    experimentKeys: readonly string[],
    request: OperationOptions & { readonly metrics: readonly string[] },
  ): Promise<ChartResponse | Snapshot['chart']>;
  getRegistryModelDetails(workspace: string, modelName: string, options: OperationOptions): Promise<RegisteredModel>;
}

async function recordsOf(
  experiment: SnapshotExperimentSource,
  experiments: 'one' | 'many',
  options: OperationOptions,
): Promise<SnapshotExperiment> {
  // The state comes first: the values of a run that has ended are then the last ones.
  const metadata = await experiment.metadata(options);
  const [tags, metrics, parameters] = await Promise.all([
    experiment.getTags(options),
    experiment.getMetricsSummary(options),
    experiment.getParametersSummary(options),
  ]);
  return snapshotRecords(
    { metadata, tags: [...tags], metrics: [...metrics], parameters: [...parameters] },
    experiments,
  );
}

async function chartOf(
  api: SnapshotSource,
  { keys, metrics }: ChartSnapshotSelection,
  options: OperationOptions,
): Promise<Snapshot['chart']> {
  if (keys.length === 0 || metrics.length === 0) return {};
  return (await api.getMetricsForChart([...keys], { metrics: [...metrics], ...options })) as Snapshot['chart'];
}

async function listedExperiments(
  api: SnapshotSource,
  target: Extract<Target, { kind: 'project' | 'query' }>,
  options: OperationOptions,
): Promise<SnapshotExperimentSource[]> {
  const { workspace, projectName } = target;
  if (target.kind === 'project') return await api.getExperiments(workspace, { projectName, ...options });
  return await api.query(workspace, projectName, target.query, { archived: target.archived ?? false, ...options });
}

/** Reads the snapshot of a target. `takeSnapshot` loads this module lazily and has the documentation. */
export async function readSnapshot(
  api: SnapshotSource,
  target: Target,
  { state, reduceImage, ...options }: SnapshotOptions = {},
): Promise<Snapshot> {
  const view = state ?? initialViewState;
  if (target.kind === 'experiment') {
    const found = await api.getExperimentByKey(target.experimentKey, options);
    if (found === null) {
      const reason = `there is no experiment ${target.experimentKey}`;
      throw RestApiException.from({ code: 'not-found', operation: 'display', reason, status: 404 });
    }
    const one = await recordsOf(found, 'one', options);
    // The state knows a tab that was chosen since the output was made.
    const tab = view.tab ?? target.tab;
    const others = tab === 'notes' ? await found.getOthersSummary(options) : undefined;
    const experiments = [{ ...one, ...(others && { others: snapshotOthers(others) }) }];
    const { workspaceName, projectName } = one.metadata;
    const source = { account: api, experiment: found, experimentKey: target.experimentKey, workspaceName, projectName };
    const content = await takeContent(tab, { ...source, options, reduceImage });
    const charted = selectChartSnapshot(experiments, view, experimentMetrics);
    const records = {
      metrics: one.metrics.length,
      parameters: one.parameters.length,
      ...(others && { others: others.length }),
    };
    const whole = { experiments: 1, drawn: 1, metrics: chartedNames(experiments, view).length, records };
    return withinBudget(experiments, await chartOf(api, charted, options), charted, view, {
      whole,
      ...(content === undefined ? {} : { content }),
    });
  }
  if (target.kind === 'model') {
    const model = await api.getRegistryModelDetails(target.workspace, target.modelName, options);
    return withinBudget([], {}, { keys: [], metrics: [], drawn: 0, needed: 0 }, view, {
      model: snapshotModelRecord(model, target.version),
    });
  }
  const listed = await listedExperiments(api, target, options);
  const dated = await mapConcurrent(listed, async (experiment) => {
    const { experimentKey, startTimeMillis } = await experiment.metadata(options);
    return { experiment, experimentKey, startTimeMillis: startTimeMillis ?? 0 };
  });
  const experiments = await mapConcurrent(snapshotExperiments(dated, view), ({ experiment }) =>
    recordsOf(experiment, 'many', options),
  );
  const charted = selectChartSnapshot(experiments, view, projectMetrics);
  const drawn = drawnKeys(
    dated.map((one) => one.experimentKey),
    view,
  );
  const { projectName, workspace: workspaceName } = target;
  return withinBudget(experiments, await chartOf(api, charted, options), charted, view, {
    project: { projectName, workspaceName, numberOfExperiments: listed.length },
    whole: { experiments: listed.length, drawn: drawn.length, metrics: chartedNames(experiments, view).length },
  });
}

function chartedNames(experiments: readonly SnapshotExperiment[], state: ViewState): string[] {
  return chartedMetrics(mainNames(experiments.map(({ metrics }) => metrics)), state);
}

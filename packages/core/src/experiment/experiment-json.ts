import type { OperationContext } from '../client/operation.ts';
import type {
  AssetRecord,
  GitMetadata,
  MetricRecord,
  MetricSummary,
  ParameterSummary,
  SystemDetails,
} from '../contract/index.ts';
import { experimentPage } from '../targets/link.ts';
import { listAssets } from './asset-operations.ts';
import type { ExperimentSubject } from './experiment-subject.ts';
import { readingOperations as reading } from './reading-operations.ts';
import { knownMetadata } from './state-operations.ts';
import { systemOperations } from './system-operations.ts';
import { tagOperations } from './tag-operations.ts';

/** Result of `toJson`. The field names are those of the Python interface. */
export interface ExperimentJson {
  /** Key of the experiment. */
  readonly id: string;
  /** Name; null when the experiment has none. */
  readonly name: string | null;
  /** Workspace of the project. */
  readonly workspace: string;
  /** Name of the project. */
  readonly project_name: string;
  /** Whether the experiment is archived. */
  readonly archived: boolean;
  /** Address of the experiment in the browser. */
  readonly url: string;
  /** Duration in milliseconds. */
  readonly duration_millis: number;
  /** Start, in milliseconds since 1970. */
  readonly start_server_timestamp: number;
  /** End, in milliseconds since 1970. While the experiment runs, the local service reports the current time. */
  readonly end_server_timestamp: number;
  /** Id of the optimization that created the experiment, or null. */
  readonly optimization_id: string | null;
  /** Path of the script; null when it is unknown. */
  readonly file_path: string | null;
  /** Name of the script; null when it is unknown. */
  readonly file_name: string | null;
}

/** Additional fields of `toJson` with `full`. */
export interface FullExperimentJson extends ExperimentJson {
  /** Logged files. */
  readonly asset_list: AssetRecord[];
  /** Null when none was logged. */
  readonly code: string | null;
  /** Null when none was logged. */
  readonly html: string | null;
  /** All points of all metrics. */
  readonly metrics: MetricRecord[];
  /** Summary of each metric. */
  readonly metrics_summary: MetricSummary[];
  /** Model graph; null when none was logged. */
  readonly model_graph: unknown;
  /** Summary of each other item. */
  readonly others_summary: ParameterSummary[];
  /** Logged output. */
  readonly output: string;
  /** Summary of each parameter. */
  readonly parameters_summary: ParameterSummary[];
  /** Machine and process. */
  readonly system_details: SystemDetails;
  /** Tags of the experiment. */
  readonly tags: string[];
  /** Zip archive with the patch; null when none was logged. */
  readonly git_patch: Uint8Array | null;
  /** State of the git repository. */
  readonly git_metadata: GitMetadata;
}

/** Returns the fields of an experiment, with all logged data if `full` is set. Loaded by the first `toJson`. */
export async function experimentJson(
  context: OperationContext<ExperimentSubject>,
  full: boolean,
): Promise<ExperimentJson | FullExperimentJson> {
  const { subject } = context;
  const metadata = await knownMetadata(context);
  const basic: ExperimentJson = {
    id: subject.key,
    name: subject.chosenName ?? metadata.experimentName,
    workspace: metadata.workspaceName,
    project_name: metadata.projectName,
    archived: metadata.archived,
    url: experimentPage(subject.connection.url, metadata),
    duration_millis: metadata.durationMillis,
    start_server_timestamp: metadata.startTimeMillis,
    end_server_timestamp: metadata.endTimeMillis,
    optimization_id: metadata.optimizationId,
    file_path: metadata.filePath,
    file_name: metadata.fileName,
  };
  if (!full) return basic;
  const [assetList, code, html, metrics, metricsSummary, graph, others] = await Promise.all([
    listAssets(context, 'all'),
    reading.getCode.run(context, {}),
    reading.getHtml.run(context, {}),
    reading.getMetrics.run(context, {}),
    reading.getMetricsSummary.run(context, {}),
    reading.getModelGraph.run(context, {}),
    reading.getOthersSummary.run(context, {}),
  ]);
  const [output, parametersSummary, systemDetails, tags, gitPatch, gitMetadata] = await Promise.all([
    reading.getOutput.run(context, {}),
    reading.getParametersSummary.run(context, {}),
    systemOperations.getSystemDetails.run(context, {}),
    tagOperations.getTags.run(context, {}),
    reading.getGitPatch.run(context, {}),
    reading.getGitMetadata.run(context, {}),
  ]);
  const all = {
    ...basic,
    asset_list: assetList,
    code,
    html,
    metrics,
    metrics_summary: metricsSummary,
    model_graph: graph,
    others_summary: others,
    output,
    parameters_summary: parametersSummary,
    system_details: systemDetails,
    tags,
    git_patch: gitPatch,
    git_metadata: gitMetadata,
  };
  return all;
}

/** Exports shared by the clients for pages and for Node. */

// For users
// For hosts
export type {
  ArtifactChoice,
  ChartRequest,
  ConnectionOptions,
  ExperimentSelection,
  OperationOptions,
  PanelSurroundings,
  ProjectChanges,
  ProjectChoice,
  ProjectViewChanges,
  RegistryModelChanges,
} from './api/index.ts';
export { isRestApiException, type KeyProgress, RestApiException, type RestErrorCode } from './client/errors.ts';
export type { Transport, WireRequest, WireResponse } from './client/transport.ts';
export type { Timeouts } from './contract/index.ts';
export type * from './contract/records.ts';
export type { DisplayOptions } from './display/display-host.ts';
export type { ExperimentState } from './experiment/base-experiment.ts';
export type { ExperimentJson, FullExperimentJson } from './experiment/experiment-json.ts';
export type { LoggedAt, MetricInput, MetricPlace, MetricTree } from './experiment/experiment-logging.ts';
export type { AssetResponse, AssetReturnType, AssetType, Curve } from './experiment/experiment-reading.ts';
export type { Registration, TableOptions, UploadReply } from './experiment/experiment-uploads.ts';
export type { OutputPiece } from './experiment/output-pieces.ts';
export type { SnapshotOptions } from './experiment/snapshot-options.ts';
export type { TableData } from './experiment/table-text.ts';
export type { VersionSearch } from './model/model.ts';
export {
  and,
  Environment,
  isQuerySyntaxError,
  Metadata,
  Metric,
  not,
  Other,
  Parameter,
  type QueryInput,
  QuerySyntaxError,
  Tag,
} from './query/index.ts';
export { takeSnapshot } from './take-snapshot.ts';
export { experimentPage, projectPage, targetOfPage } from './targets/link.ts';
export { type Tab, tabs } from './targets/tabs.ts';

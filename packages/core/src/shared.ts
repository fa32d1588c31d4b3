/** Exports shared by the clients for pages and for Node. */

// For users
// For hosts
export type {
  ArtifactChoice,
  ChartRequest,
  ExperimentSelection,
  PanelSurroundings,
  ProjectById,
  ProjectByName,
  ProjectChanges,
  ProjectChoice,
  ProjectViewChanges,
  QueryRun,
  RegistryModelChanges,
} from './api/index.ts';
export type { ConnectionOptions, OperationOptions } from './client/connection.ts';
export { isRestApiException, type KeyProgress, RestApiException, type RestErrorCode } from './client/errors.ts';
export type { RawResponse, RawResponseListener } from './client/raw-response.ts';
export type { ReceivedResponse, RequestHooks, RetriedRequest, SentRequest } from './client/request-hooks.ts';
export type { Transport, WireRequest, WireResponse } from './client/transport.ts';
export type { Timeouts } from './contract/index.ts';
export type * from './contract/records.ts';
export type { DisplayOptions, MimeBundle } from './display/display-host.ts';
export type { AssetResponse, AssetReturnType } from './experiment/asset-operations.ts';
export type { AssetType } from './experiment/asset-types.ts';
export type { Curve } from './experiment/curve.ts';
export type { EndOptions } from './experiment/experiment-handle.ts';
export type { ExperimentJson, FullExperimentJson } from './experiment/json-operations.ts';
export type { Point } from './experiment/log-items.ts';
export type { LogLoss } from './experiment/logged-work.ts';
export type { MetricInput, MetricTree } from './experiment/logging-operations.ts';
export type { LoggedAt, MetricPosition } from './experiment/metric-points.ts';
export type { OutputPiece } from './experiment/output-pieces.ts';
export type { SnapshotOptions } from './experiment/snapshot-options.ts';
export type { ExperimentState } from './experiment/state-operations.ts';
export type { TableData } from './experiment/table-format.ts';
export type { Registration, TableOptions, UploadReply } from './experiment/upload-operations.ts';
export type { VersionSearch } from './model/model.ts';
export { and, Environment, Metadata, Metric, not, Other, or, Parameter, queryVariable, Tag } from './query/builder.ts';
export { isQuerySyntaxError, QuerySyntaxError } from './query/errors.ts';
export type { QueryInput } from './query/wire.ts';
export { takeSnapshot } from './take-snapshot.ts';
export { experimentPage, projectPage, targetOfPage } from './targets/link.ts';
export { type Tab, tabs } from './targets/tabs.ts';

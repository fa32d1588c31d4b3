/** Exports shared by the clients for pages and for Node. */

export type {
  ArtifactChoice,
  ArtifactVersionChoice,
  ChartRequest,
  ExperimentSelection,
  PanelContext,
  ProjectById,
  ProjectByName,
  ProjectChanges,
  ProjectChoice,
  ProjectViewChanges,
  QueryRun,
  RegistryModelChanges,
} from './api/index.ts';
export type { ConnectionOptions, OperationOptions } from './client/connection.ts';
export {
  isRestApiException,
  type KeyProgress,
  RestApiException,
  type RestErrorCode,
  type RestFailure,
} from './client/errors.ts';
export type { ListPromise } from './client/list-promise.ts';
export type { RawResponse, RawResponseListener } from './client/raw-response.ts';
export type { ReceivedResponse, RequestHooks, RetriedRequest, SentRequest } from './client/request-hooks.ts';
export type { Transport, WireRequest, WireResponse } from './client/transport.ts';
export type { Curve, Numbers } from './contract/curve.ts';
export type { ArtifactUse, Timeouts } from './contract/index.ts';
export type * from './contract/records/index.ts';
export type { DisplayOptions, MimeBundle } from './display/display-host.ts';
export type { AssetResponse, AssetReturnType } from './experiment/asset-operations.ts';
export type { AssetType } from './experiment/asset-types.ts';
export {
  Artifact,
  type ArtifactFileOptions,
  type ArtifactOptions,
} from './experiment/contents/artifact.ts';
export type { ArtifactDirection } from './experiment/contents/artifact-logging.ts';
export type { AssetContent, FileObject } from './experiment/contents/asset-content.ts';
export type { FileUpload, UploadReply } from './experiment/contents/asset-upload.ts';
export type { DataUpload, NestedNumbers } from './experiment/contents/chart-logging.ts';
export type { AssetExample, Categories, MatrixData, MatrixExample } from './experiment/contents/confusion-matrix.ts';
export type { UploadProgress } from './experiment/contents/content-files.ts';
export type { EmbeddingLabels } from './experiment/contents/embedding-upload.ts';
export type { Annotation, AnnotationLayer } from './experiment/contents/image-annotations.ts';
export type { ArtifactDownload, LoggedArtifact } from './experiment/contents/logged-artifact.ts';
export type { AudioContent } from './experiment/contents/media-logging.ts';
export type { CodeSource, ModelFile } from './experiment/contents/model-logging.ts';
export type { SceneBox } from './experiment/contents/scene-box.ts';
export type { ImageSize, SpriteImage } from './experiment/contents/sprite-sheet.ts';
export type { TableOptions } from './experiment/contents/table-logging.ts';
export type { AudioNormalization, AudioSamples } from './experiment/contents/wav-file.ts';
export type { EndOptions } from './experiment/experiment-handle.ts';
export type { ExperimentJson, FullExperimentJson } from './experiment/experiment-json.ts';
export type { Point } from './experiment/log-items.ts';
export type { MetricInput, MetricTree } from './experiment/logging-operations.ts';
export type { LogLoss } from './experiment/loss-error.ts';
export type { LoggedAt, MetricPosition } from './experiment/metric-points.ts';
export type { MetricSeries } from './experiment/metric-series.ts';
export type { OutputPiece } from './experiment/output-pieces.ts';
export type { SnapshotOptions } from './experiment/snapshot-options.ts';
export type { ExperimentState } from './experiment/state-operations.ts';
export type { TableData } from './experiment/table-format.ts';
export type { Registration } from './experiment/upload-operations.ts';
export type { VersionSearch } from './model/model.ts';
export { and, Environment, Metadata, Metric, not, Other, or, Parameter, queryVariable, Tag } from './query/builder.ts';
export { isQuerySyntaxError, QuerySyntaxError } from './query/errors.ts';
export type { QueryInput } from './query/wire.ts';
export { takeSnapshot } from './snapshot-reader/take-snapshot.ts';
export { experimentPage, projectPage, targetOfPage } from './targets/link.ts';
export { type Tab, tabs } from './targets/tabs.ts';

// Lazily loaded module with the client and the views. Vega is loaded later, when a chart is drawn.
export { API, fetchTransport } from '@tracklens/core/browser';
export { RestApiException, resumedBody } from '@tracklens/core/client';
export { contract } from '@tracklens/core/contract';
export { readViewPayload } from '@tracklens/core/display';
export { parseAlternatives } from '@tracklens/core/query';
export {
  archiveOf,
  countText,
  type Download,
  downloadOf,
  experimentSummary,
  failureOf,
  fetchArchive,
  fetchFile,
  type MountedQueryPanel,
  type MountedTree,
  type MountedView,
  madeVersions,
  messageText,
  mountQueryPanel,
  mountTree,
  mountView,
  portablePlaces,
  readSavedSearches,
  remedyText,
  type ServiceHealth,
  safeFileName,
  saveFile,
  serviceHealth,
  sizeText,
  summaryText,
  type TreeNode,
  type VersionFile,
  type VersionName,
  viewRetry,
  withoutSearch,
  withSearch,
} from '@tracklens/ui';

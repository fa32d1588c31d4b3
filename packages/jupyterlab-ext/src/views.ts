// Lazily loaded module with the client and the views. Vega is loaded later, when a chart is drawn.
export { API, fetchTransport } from '@tracklens/core/browser';
export { RestApiException, resumedBody } from '@tracklens/core/client';
export { contract } from '@tracklens/core/contract';
export { readViewPayload } from '@tracklens/core/display';
export { parseAlternatives } from '@tracklens/core/query';
export {
  archiveOf,
  comparison,
  countText,
  type Download,
  downloadOf,
  experimentSummary,
  experimentVersions,
  failureOf,
  fetchArchive,
  fetchFile,
  groupingChoices,
  groupingOf,
  isSameGrouping,
  isSameOrder,
  type MountedQueryPanel,
  type MountedTree,
  type MountedView,
  messageText,
  mountQueryPanel,
  mountTree,
  mountView,
  orderChoices,
  orderOf,
  portablePaths,
  readProjectOrders,
  readSavedSearches,
  readTreeState,
  remedyText,
  type ServiceHealth,
  safeFileName,
  saveFile,
  serviceHealth,
  sizeText,
  sortableMetrics,
  summaryText,
  type TreeNode,
  treeStateText,
  type VersionFile,
  type VersionName,
  viewRetry,
  withOrder,
  withoutSearch,
  withSearch,
} from '@tracklens/ui';
export { definitionOf, editText, experimentSubjects, runCommand } from '@tracklens/ui/manage';
export { addViewStyle } from './view-style.ts';

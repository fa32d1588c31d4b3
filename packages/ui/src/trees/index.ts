export { idlePollMillis } from '../live/idle-poll.ts';
export { type EndedRun, RunWatch, type WatchedRun } from '../live/run-watch.ts';
export type { ExperimentState } from '../records/experiment-label.ts';
export {
  endOfWaitText,
  type Failure,
  type FailureKind,
  failure,
  failureOf,
  messageText,
  remedyText,
} from '../source/failure.ts';
export { compareVersions } from '../source/version-order.ts';
export { viewRetry } from '../source/view-retry.ts';
export { setLocale } from '../text/locale.ts';
export { countText } from '../text/number-text.ts';
export { isPageAddress } from '../text/page-address.ts';
export { portablePaths } from '../text/portable-paths.ts';
export { safeFileName } from '../text/safe-file-name.ts';
export { shortenedMiddle } from '../text/shortened-middle.ts';
export { sizeText } from '../text/size-text.ts';
export { agoText, momentText } from '../text/time-text.ts';
export { english, englishForm, type PluralTranslate, type Translate } from '../text/translate.ts';
export { comparison } from './comparison.ts';
export { type DownloadForm, downloadBytes, downloadedText, downloadForms, replaceTexts } from './download-forms.ts';
export {
  type GroupingChoice,
  groupingChoices,
  isSameGrouping,
} from './experiment-grouping.ts';
export { sortableMetrics } from './experiment-list.ts';
export { experimentNode } from './experiment-nodes.ts';
export { isSameOrder, type OrderChoice, orderChoices } from './experiment-order.ts';
export { type ExperimentSummary, experimentSummary, type MetricLine, summaryText } from './experiment-summary.ts';
export { experimentVersions, type VersionName } from './experiment-versions.ts';
export { failureOfRead } from './failure-of-read.ts';
export {
  type EditableFavorites,
  emptyFavorites,
  type Favorites,
  groupingOf,
  type OrderChange,
  orderOf,
  type ProjectOrder,
  readProjectOrders,
  readSavedSearches,
  type SavedSearch,
  withOrder,
  withoutSearch,
  withSearch,
} from './favorites.ts';
export { type FreshRows, type FreshRowsOptions, freshRows, type ReadRows } from './fresh-rows.ts';
export { nodeSubject, nodeSubjects } from './node-subject.ts';
export { problemNode } from './problem-node.ts';
export { clipped, maxLines } from './summary-lines.ts';
export type { TreeContext, TreeDefinition } from './tree-definition.ts';
export { type TreeId, treeDefinitions } from './tree-definitions.ts';
export {
  type ChildrenOptions,
  type TreeFile,
  type TreeNode,
  type TreeNodeKind,
  type TreeNodeOf,
  type TreeSource,
  treePageSize,
} from './tree-node.ts';
export { idBelow, ownId, treeNodeId } from './tree-node-id.ts';
export { matchesText } from './tree-search.ts';
export { readTreeState, type TreeState, treeStateText } from './tree-state.ts';
export { type Download, downloadOf, fetchArchive, fetchFile, type VersionFile } from './version-files.ts';

// The part that is loaded when something is first shown: the client, the views and, when a chart is drawn, vega.
export { API, fetchTransport } from '@tracklens/core/browser';
export { RestApiException } from '@tracklens/core/client';
export { readViewPayload } from '@tracklens/core/display';
export {
  explorerTree,
  failureOf,
  type MountedQueryPanel,
  type MountedTree,
  type MountedView,
  mountQueryPanel,
  mountTree,
  mountView,
  registryTree,
  type TreeNode,
} from '@tracklens/ui';

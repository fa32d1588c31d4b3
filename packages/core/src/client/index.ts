/** Building blocks of a client for hosts: transports, cache, configuration and errors. */
export type { MessagePortLike } from './bridge-messages.ts';
export { type BridgePolicy, serveBridge } from './bridge-server.ts';
export { bridgeTransport } from './bridge-transport.ts';
export { ResponseCache, type ResponseCacheOptions } from './cache.ts';
export { type Configuration, hostedUrl, rootOf } from './configuration.ts';
export {
  type ConnectionColor,
  connectionColor,
  connectionColors,
  connectionNameFor,
  connectionNameLimit,
} from './connection-profile.ts';
export { deduplicating } from './deduplication.ts';
export {
  isRestApiException,
  type KeyProgress,
  RestApiException,
  type RestErrorCode,
  type RestFailure,
  usualRemedy,
} from './errors.ts';
export {
  distinctPaths,
  exactNames,
  type NameFolding,
  type NameRules,
  partsOf,
  shortName,
  windowsName,
  windowsNames,
} from './file-names.ts';
export { type InProcessOptions, inProcessTransport } from './in-process-transport.ts';
export { isLoopback } from './loopback.ts';
export { mapConcurrent } from './map-concurrent.ts';
export { chartColumns, type MetricWindowOptions, type MetricWindowRequest, metricWindows } from './metric-windows.ts';
export { randomId } from './random-id.ts';
export { reasonOf } from './reason.ts';
export { type FetchFile, type FileResponse, type ResumedDownload, resumedBody } from './resumed-download.ts';
export { type RetryOptions, retrying } from './retry.ts';
export type { Transport, WireBody, WireRequest, WireResponse } from './transport.ts';
export { bufferedBody } from './wire-body.ts';

import { account } from './account.ts';
import { artifacts } from './artifacts.ts';
import { assets } from './assets.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { experiments } from './experiments.ts';
import { logging } from './logging.ts';
import { metrics } from './metrics.ts';
import { projects } from './projects.ts';
import { query } from './query.ts';
import { registry } from './registry.ts';
import { system } from './system.ts';
import { matchPath } from './wire-text.ts';

/** Contract between a client and the service: all endpoints by area. */
export const contract = {
  account,
  projects,
  experiments,
  metrics,
  assets,
  system,
  artifacts,
  registry,
  query,
  logging,
} as const;

/** Type of the contract: areas and their endpoints. */
export type Contract = typeof contract;

/** All endpoints with their areas and names, in order. */
export const endpoints: readonly { readonly area: string; readonly name: string; readonly endpoint: AnyEndpoint }[] =
  Object.entries(contract).flatMap(([area, ofArea]) =>
    Object.entries(ofArea as Record<string, AnyEndpoint>).map(([name, endpoint]) => ({ area, name, endpoint })),
  );

/** Endpoints that change how something is displayed, never what was logged. */
export const displayWrites: ReadonlySet<AnyEndpoint> = new Set([projects.saveView, projects.removeView]);

/** Endpoints by method and path. Nested maps avoid a string concatenation per lookup. */
const plainEndpoints = new Map<string, Map<string, AnyEndpoint>>();
for (const { endpoint } of endpoints) {
  const ofMethod = plainEndpoints.get(endpoint.method) ?? new Map<string, AnyEndpoint>();
  plainEndpoints.set(endpoint.method, ofMethod);
  for (const path of [endpoint.path, ...endpoint.alsoAt]) ofMethod.set(path, endpoint);
}
const templateEndpoints = endpoints.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint.path.includes('{'));

/** Returns the endpoint of a request, or null. The bridge and the proxy forward no other requests. */
export function endpointOf(method: string, path: string): AnyEndpoint | null {
  return (
    plainEndpoints.get(method)?.get(path) ??
    templateEndpoints.find((endpoint) => endpoint.method === method && matchPath(endpoint, path)) ??
    null
  );
}

export { holdsAnyValue } from './any-value.ts';
export type { ArtifactUse } from './artifacts.ts';
export type { CacheTag } from './cache-tags.ts';
export { curveOf } from './curve.ts';
export {
  type AnyEndpoint,
  creationKeys,
  defaultTimeouts,
  type Endpoint,
  endpointName,
  idempotencyKeyHeader,
  isSmallRead,
  isTransfer,
  type PartName,
  type PathFields,
  parseSequenceKey,
  type SequenceKey,
  sequenceKey,
  type TimeoutKind,
  type Timeouts,
} from './endpoint.ts';
export {
  RecordedRequest,
  RecordingHead,
  type RecordingSummary,
  recordingHead,
  recordingLimits,
  recordingLines,
  recordingSummary,
} from './experiment-recording.ts';
export { fileBaseName, fileFolder } from './file-path.ts';
export {
  columnsAccept,
  columnsType,
  FrameHeader,
  type PointColumn,
  pointColumns,
  rangedReads,
} from './metric-columns.ts';
export { RejectedPoints } from './metrics.ts';
export { printableText } from './printable-text.ts';
export * from './records/index.ts';
export { sdkErrorCode } from './sdk-error-code.ts';
export { proofPath, proofQuestion, serviceProof } from './service-proof.ts';
export { sizeIn, sizeText } from './size-text.ts';
export { startStatus } from './start-status.ts';
export { environmentCommands, environmentStatements, type Shell } from './training-settings.ts';
export { parseLosslessJson, parseWireJson } from './wire-json.ts';
export { decodeQuery, encodeQuery, fillPath, isSegment, matchPath } from './wire-text.ts';

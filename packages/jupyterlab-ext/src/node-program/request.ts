import { isRestApiException } from '@tracklens/core/client';
import { Target } from '@tracklens/core/display';
import type { Column } from '@tracklens/core/query';
import * as v from 'valibot';

/** Request for the output of a view. */
export interface OutputRequest {
  readonly kind: 'output';
  /** Address of the service without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  readonly target: Target;
  /** URL of the target's page. */
  readonly page: string;
  /** State of the view as it is stored. Fields that are not understood are ignored. */
  readonly state?: unknown;
  /** Forms of the output in addition to the text. */
  readonly forms: 'all' | 'static' | 'without-images';
}

/** Request to compile a query. */
export interface QueryRequest {
  readonly kind: 'query';
  readonly text: string;
  /** Columns of the project. */
  readonly columns: readonly Column[];
}

/** Request to read what a recording of experiments contains. */
export interface RecordingRequest {
  readonly kind: 'recording';
  /** Bytes of the file in Base64. */
  readonly content: string;
}

const schema = v.variant('kind', [
  v.object({
    kind: v.literal('output'),
    url: v.string(),
    apiKey: v.string(),
    target: Target,
    page: v.string(),
    state: v.unknown(),
    forms: v.picklist(['all', 'static', 'without-images']),
  }),
  v.object({
    kind: v.literal('query'),
    text: v.string(),
    columns: v.array(v.object({ name: v.string(), source: v.string(), type: v.string() })),
  }),
  v.object({ kind: v.literal('recording'), content: v.string() }),
]);

/** Checks a request of the Python package. Throws for one that is not understood. */
export function readRequest(given: unknown): OutputRequest | QueryRequest | RecordingRequest {
  return v.parse(schema, given);
}

/** Failure as the Python package gets it, to raise its own error. It never contains the API key. */
export interface Failure {
  readonly code: string;
  readonly reason: string;
  readonly remedy: string;
}

/** Thrown when a request fails for a reason that is not of the service. */
export class RequestFailure extends Error {
  /** What the Python package gets. */
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.reason);
    this.failure = failure;
  }
}

/** Returns an error as the Python package gets it. */
export function failureOf(error: unknown): Failure {
  if (error instanceof RequestFailure) return error.failure;
  if (isRestApiException(error)) return { code: error.code, reason: error.reason, remedy: error.remedy };
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { code: 'internal', reason, remedy: 'Run the cell again' };
}

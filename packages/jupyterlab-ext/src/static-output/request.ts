import { isRestApiException } from '@tracklens/core/client';
import { Target } from '@tracklens/core/display';
import * as v from 'valibot';

/** Request of the Python package. */
export interface OutputRequest {
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

const schema = v.object({
  url: v.string(),
  apiKey: v.string(),
  target: Target,
  page: v.string(),
  state: v.unknown(),
  forms: v.picklist(['all', 'static', 'without-images']),
});

/** Checks a request. Throws for one that is not understood. */
export function readRequest(given: unknown): OutputRequest {
  return v.parse(schema, given);
}

/** Returns what the Python package needs to raise its own error. It never contains the API key. */
export function failureOf(error: unknown): { readonly code: string; readonly reason: string; readonly remedy: string } {
  if (isRestApiException(error)) return { code: error.code, reason: error.reason, remedy: error.remedy };
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { code: 'internal', reason, remedy: 'Run the cell again' };
}

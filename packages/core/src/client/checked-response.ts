import * as v from 'valibot';
import { type AnyEndpoint, holdsAnyValue, parseLosslessJson, parseWireJson } from '../contract/index.ts';
import { RestApiException } from './errors.ts';

/** Type of the validated response of an endpoint. */
export type ResponseOf<R extends AnyEndpoint> = R['response'] extends v.GenericSchema
  ? v.InferOutput<R['response']>
  : never;

/** Returns the parser of the response of an endpoint. Long integers keep their digits if it has values of any kind. */
export function parserOf({ response }: AnyEndpoint): (json: string) => unknown {
  return response !== 'bytes' && holdsAnyValue(response) ? parseLosslessJson : parseWireJson;
}

/** Replaces the digits of long integers by numbers where the contract has a number. Returns whether there are any. */
function restoreNumbers(issues: readonly v.BaseIssue<unknown>[]): boolean {
  let found = false;
  for (const { type, input, path } of issues) {
    if (type !== 'number' || typeof input !== 'string' || path === undefined || !/^-?\d{16,}$/.test(input)) continue;
    const { input: holder, key } = path.at(-1)!;
    (holder as Record<PropertyKey, unknown>)[key as PropertyKey] = Number(input);
    found = true;
  }
  return found;
}

/**
 * Validates the response of an endpoint, which may be changed.
 *
 * @throws RestApiException `malformed` for a value that is not one
 */
export function checkedResponse<R extends AnyEndpoint>(endpoint: R, value: unknown, operation: string): ResponseOf<R> {
  const schema = endpoint.response as v.GenericSchema;
  const check = () => v.safeParse(schema, value ?? {}, { abortEarly: true });
  let checked = check();
  if (!checked.success && restoreNumbers(v.safeParse(schema, value ?? {}).issues ?? [])) checked = check();
  if (checked.success) return checked.output as ResponseOf<R>;
  const [issue] = checked.issues;
  const where = v.getDotPath(issue);
  const reason = `the response does not match the contract${where === null ? '' : ` at ${where}`} (${issue.message})`;
  throw RestApiException.of({ code: 'malformed', operation, reason });
}

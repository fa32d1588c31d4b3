import * as v from 'valibot';
import { parseLosslessJson } from '../wire-json.ts';

/*
 * Schemas of the fields of records. A required field that a service omits gets a neutral value, so that callers never
 * see `undefined`.
 */

/** Text; empty when absent. */
export const text = v.nullish(v.string(), '');
/** Text; null when absent. */
export const maybeText = v.nullish(v.string(), null);
/** Number; 0 when absent. */
export const int = v.nullish(v.number(), 0);
/** Number; null when absent. */
export const maybeInt = v.nullish(v.number(), null);
/** Boolean; false when absent. */
export const flag = v.nullish(v.boolean(), false);
/** List of texts; empty when absent. */
export const texts = v.nullish(v.array(v.string()), () => []);
/** Any JSON value; null when absent. */
export const json = v.nullish(v.unknown(), null);
/** Any JSON value, also of services that send it as JSON text; null when absent. */
export const parsedJson = v.nullish(v.pipe(v.unknown(), v.transform(parsed)), null);
/** Logged value as text, also of clients that send numbers or booleans. */
const loggedText = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String));
/** Logged value as text; empty when absent. */
export const valueText = v.nullish(loggedText, '');
/** Logged value as text; null when absent. */
export const maybeValueText = v.nullish(loggedText, null);

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return parseLosslessJson(value);
  } catch {
    return value;
  }
}

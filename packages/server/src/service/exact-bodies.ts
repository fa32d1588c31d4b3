import { type AnyEndpoint, endpoints, holdsAnyValue } from '@tracklens/core/contract';
import type * as v from 'valibot';
import { ExactInteger, mayHoldLongInteger, parseExactJson } from '../store/tables/exact-json.ts';

/** Parts of a schema with further schemas. */
interface SchemaParts {
  readonly type: string;
  readonly wrapped?: v.GenericSchema;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly item?: v.GenericSchema;
}

/** Replaces exact integers by numbers, except in fields that accept any value. Changes lists and objects in place. */
function withNumbers(schema: v.GenericSchema, value: unknown): unknown {
  const { type, wrapped, entries = {}, item } = schema as unknown as SchemaParts;
  if (wrapped) return withNumbers(wrapped, value);
  if (type === 'unknown') return value;
  if (value instanceof ExactInteger) return Number(value);
  if (Array.isArray(value)) {
    if (item) for (let index = 0; index < value.length; index++) value[index] = withNumbers(item, value[index]);
  } else if (typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>;
    for (const [name, field] of Object.entries(entries)) {
      if (Object.hasOwn(fields, name)) fields[name] = withNumbers(field, fields[name]);
    }
  }
  return value;
}

function parserOf(schema: v.GenericSchema): (json: string) => unknown {
  return (json) => (mayHoldLongInteger(json) ? withNumbers(schema, parseExactJson(json)) : JSON.parse(json));
}

/**
 * Parsers of the bodies of endpoints that store values of any kind. Integers in such values keep all their digits: a
 * 64-bit seed is read back as it was logged.
 */
export const exactParsers: ReadonlyMap<AnyEndpoint, (json: string) => unknown> = new Map(
  endpoints.flatMap(({ endpoint }) =>
    endpoint.effect === 'write' && endpoint.body !== undefined && holdsAnyValue(endpoint.body)
      ? [[endpoint, parserOf(endpoint.body)]]
      : [],
  ),
);

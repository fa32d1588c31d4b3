/**
 * What a query asks, without text or grammar: tests of named values joined by and/or. The server turns a condition into
 * SQL; `evaluate.ts` says what each test means.
 */
import type { Source } from './columns.ts';

/** Every operator that travels, with the one that asks the opposite. */
export const OPPOSITES = {
  equal: 'not_equal',
  not_equal: 'equal',
  less: 'greater_or_equal',
  greater_or_equal: 'less',
  greater: 'less_or_equal',
  less_or_equal: 'greater',
  between: 'not_between',
  not_between: 'between',
  contains: 'not_contains',
  not_contains: 'contains',
  begins_with: 'not_begins_with',
  not_begins_with: 'begins_with',
  ends_with: 'not_ends_with',
  not_ends_with: 'ends_with',
  is_null: 'is_not_null',
  is_not_null: 'is_null',
  is_empty: 'is_not_empty',
  is_not_empty: 'is_empty',
} as const;

/** What a test asks, by its name on the wire. */
export type Operator = keyof typeof OPPOSITES;

/** The right side of a test: one value, the two ends of a range, or null where the operator needs none. */
export type Operand = string | number | null | readonly [string, string];

/** One test of one named value of an experiment. */
export interface Test {
  readonly source: Source;
  readonly name: string;
  /** `string`, `boolean`, `double`, `datetime` or `timenumber`; another word is read as `string`. */
  readonly type: string;
  readonly operator: Operator;
  readonly value: Operand;
}

/** Tests joined; `{ and: [] }` holds for every experiment and `{ or: [] }` for none. */
export type Condition =
  | { readonly and: readonly Condition[] }
  | { readonly or: readonly Condition[] }
  | { readonly test: Test };

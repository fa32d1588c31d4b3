/**
 * Condition of a query without text or grammar: tests of named values, joined by and/or. The server translates a
 * condition to SQL. `evaluate.ts` defines the meaning of each test.
 */
import type { Source } from './columns.ts';

/** Operators on the wire, each with its opposite. */
export const opposites = {
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

/** Operator of a test, by its name on the wire. */
export type Operator = keyof typeof opposites;

/** Right side of a test: a value, the bounds of a range, or null if the operator needs none. */
export type Operand = string | number | null | readonly [string, string];

/** Test of one named value of an experiment. */
export interface Test {
  /** Source of the value. */
  readonly source: Source;
  /** Name of the value. */
  readonly name: string;
  /** `string`, `boolean`, `double`, `datetime` or `timenumber`. Any other type is treated as `string`. */
  readonly type: string;
  /** Operator of the test. */
  readonly operator: Operator;
  /** Value to compare with. */
  readonly value: Operand;
}

/** Joined tests. `{ and: [] }` matches every experiment and `{ or: [] }` matches none. */
export type Condition =
  | {
      /** Conditions that must all match. */
      readonly and: readonly Condition[];
    }
  | {
      /** Conditions of which at least one must match. */
      readonly or: readonly Condition[];
    }
  | {
      /** Single test. */
      readonly test: Test;
    };

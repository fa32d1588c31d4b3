/**
 * Reads received predicates -> condition. Accepts all forms that known clients send: flat rules, nested groups, the
 * condition `OR`, the source `nested` whose rules have their own sources, and the rules tree of `experiments/search`.
 * Never throws.
 */
import * as v from 'valibot';
import { type Source, sourceNames } from './columns.ts';
import { type Condition, type Operand, type Operator, opposites } from './condition.ts';

/** The condition, or a message with the error and its path in the request. */
export type ReadCondition =
  | {
      /** Whether the predicates are valid. */
      readonly ok: true;
      /** Condition of the predicates. */
      readonly condition: Condition;
    }
  | {
      /** Whether the predicates are valid. */
      readonly ok: false;
      /** Error and its path in the request. */
      readonly message: string;
    };

const Scalar = v.union([v.string(), v.number(), v.boolean()]);

/** Schema of one test. */
const RuleSchema = v.object({
  id: v.nullish(v.string()),
  field: v.nullish(v.string()),
  source: v.nullish(v.picklist(sourceNames)),
  type: v.optional(v.string(), 'string'),
  operator: v.picklist(Object.keys(opposites) as [Operator, ...Operator[]]),
  value: v.optional(v.union([Scalar, v.null(), v.tuple([Scalar, Scalar])]), null),
});

/** Schema of joined rules. Each rule is a test or another group. */
const GroupSchema = v.object({
  condition: v.pipe(v.string(), v.toUpperCase(), v.picklist(['AND', 'OR'])),
  rules: v.array(v.unknown()),
});

/**
 * Schema of the rules of one source. `negated` is ignored: the sender has already inverted the operators, and
 * inverting them again would give the opposite result.
 */
const PredicateSchema = v.object({
  source: v.picklist([...sourceNames, 'nested']),
  query: GroupSchema,
});

/** Maximum nesting depth, beyond that of any client. Each `|` of the Python SDK adds one level. */
const maxDepth = 500;

/** Thrown for predicates that are not valid. Never leaves this module. */
class Malformed extends Error {}

/** Reads the `predicates` of `project/query`. They are joined by and. */
export function readPredicates(predicates: unknown): ReadCondition {
  return conditionOrMessage(() => {
    const list = check(v.array(v.unknown()), predicates, 'predicates');
    const conditions = list.map((entry, at) => {
      const path = `predicates[${at}]`;
      const { source, query } = check(PredicateSchema, entry, path);
      return readGroup(query, source === 'nested' ? undefined : source, `${path}.query`, 1);
    });
    return join('and', conditions);
  });
}

/** Reads the `rulesTree` of `experiments/search`. A null or absent tree matches every experiment. */
export function readRulesTree(rulesTree: unknown): ReadCondition {
  if (rulesTree === null || rulesTree === undefined) return { ok: true, condition: { and: [] } };
  return conditionOrMessage(() => readGroup(check(GroupSchema, rulesTree, 'rulesTree'), undefined, 'rulesTree', 1));
}

function readGroup(
  { condition, rules }: v.InferOutput<typeof GroupSchema>,
  source: Source | undefined,
  path: string,
  depth: number,
): Condition {
  if (depth > maxDepth) throw new Malformed(`${path.slice(0, 40)}… is nested deeper than ${maxDepth} groups`);
  const conditions = rules.map((rule, at) => {
    const rulePath = `${path}.rules[${at}]`;
    const group = typeof rule === 'object' && rule !== null && 'rules' in rule;
    return group
      ? readGroup(check(GroupSchema, rule, rulePath), source, rulePath, depth + 1)
      : readRule(rule, source, rulePath);
  });
  return join(condition === 'OR' ? 'or' : 'and', conditions);
}

function readRule(rule: unknown, outer: Source | undefined, path: string): Condition {
  const { id, field, source = outer, type, operator, value } = check(RuleSchema, rule, path);
  const name = field ?? id;
  if (!source) throw new Malformed(`${path} names no source`);
  if (name === null || name === undefined) throw new Malformed(`${path} names no field`);
  return { test: { source, name, type, operator, value: operandFor(operator, value, path) } };
}

function operandFor(operator: Operator, value: v.InferOutput<typeof RuleSchema>['value'], path: string): Operand {
  if (operator.startsWith('is_')) return null;
  const range = operator === 'between' || operator === 'not_between';
  if (Array.isArray(value)) {
    if (range) return [String(withoutBooleans(value[0])), String(withoutBooleans(value[1]))];
    throw new Malformed(`${path}.value of ${operator} is one value`);
  }
  if (range || value === null)
    throw new Malformed(`${path}.value of ${operator} is ${range ? 'two values' : 'missing'}`);
  return withoutBooleans(value);
}

/** Returns a value with booleans as 1 and 0: some clients send JSON booleans, others numbers. */
function withoutBooleans(value: string | number | boolean): string | number {
  return typeof value === 'boolean' ? Number(value) : value;
}

/** Joins conditions. A single condition is returned unchanged. */
function join(how: 'and' | 'or', conditions: readonly Condition[]): Condition {
  if (conditions.length === 1) return conditions[0]!;
  return how === 'and' ? { and: conditions } : { or: conditions };
}

function check<S extends v.GenericSchema>(schema: S, input: unknown, path: string): v.InferOutput<S> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const inner = v.getDotPath(issue);
  throw new Malformed(`${inner ? `${path}.${inner}` : path}: ${issue.message}`);
}

/** Returns the condition that a function reads, or the message of its error. */
function conditionOrMessage(read: () => Condition): ReadCondition {
  try {
    return { ok: true, condition: read() };
  } catch (cause) {
    if (cause instanceof Malformed) return { ok: false, message: cause.message };
    throw cause;
  }
}

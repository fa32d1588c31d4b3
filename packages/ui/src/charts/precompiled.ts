import { expressionInterpreter } from 'vega-interpreter';
import { expressionKey, expressionMakers } from './expressions.ts';
import { expressions } from './generated/expressions.ts';

type Fallback = Record<string, (context: object, expression: unknown) => (...args: unknown[]) => unknown>;

/**
 * Vega's expression factories over the functions compiled ahead of time: full speed under a content security policy
 * without `eval`. Other code is interpreted, which is slower, and added to `missing`. A test fails when there is any.
 */
export function precompiledExpressions(missing: Set<string>) {
  return expressionMakers((args, code, expression, kind) => {
    const key = expressionKey(args, code);
    const compiled = expressions.get(key);
    if (compiled) return compiled;
    missing.add(key);
    const interpreter = expressionInterpreter as unknown as Fallback;
    return function interpreted(this: unknown, ...given: unknown[]) {
      return interpreter[kind]!({ functions: this as object }, expression)(...given);
    };
  });
}

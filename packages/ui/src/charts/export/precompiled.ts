import { expressions } from '../generated/expressions.ts';
import { expressionKey, expressionMakers } from './expressions.ts';

/**
 * Vega's expression factories over the functions compiled ahead of time, for pages whose content security policy
 * forbids `eval`.
 */
export function precompiledExpressions() {
  return expressionMakers((args, code) => {
    const compiled = expressions.get(expressionKey(args, code));
    if (compiled) return compiled;
    throw new Error(`The template of charts lacks an expression: ${code}. Run scripts/build-chart-templates.ts.`);
  });
}

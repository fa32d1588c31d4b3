/**
 * Vega asks five makers for the functions of a chart. Its own use `Function`, which strict pages forbid; these look the
 * code up among functions written ahead of time. The same makers, given a function that records, write that list.
 */
type Maker = (...args: unknown[]) => unknown;
interface ParsedExpression {
  readonly code: string;
}
interface RuntimeContext {
  readonly functions?: unknown;
}
/** The channels of a mark, each with its code. */
export interface EncodeExpression {
  readonly marktype: string;
  readonly channels: Readonly<Record<string, ParsedExpression>>;
}
/** What names a function: its parameters and its code. */
export declare function expressionKey(args: readonly string[], code: string): string;
/** Makers for `vega.View`'s `expr` option over one way to get a function from parameters and code. */
export declare function expressionMakers(
  make: (args: string[], code: string, expression: unknown, kind: string) => Maker,
): {
  operator: (context: RuntimeContext, expression: ParsedExpression) => Maker;
  parameter: (context: RuntimeContext, expression: ParsedExpression) => Maker;
  event: (context: RuntimeContext, expression: ParsedExpression) => Maker;
  handler: (context: RuntimeContext, expression: ParsedExpression) => Maker;
  encode: (context: RuntimeContext, expression: EncodeExpression) => Maker;
};

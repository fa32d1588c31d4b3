/**
 * Vega asks five makers for the functions of a chart. Its own use `Function`, which strict pages forbid; these look the
 * code up among functions written ahead of time. The same makers, given a function that records, write that list.
 */

type Maker = (...args: unknown[]) => unknown;

/** An expression as vega parsed it. */
export interface ParsedExpression {
  readonly code: string;
}

/** What generated code reaches as `this`: vega's functions. */
export interface RuntimeContext {
  readonly functions?: unknown;
}

/** The channels of a mark, each with its code. */
export interface EncodeExpression {
  readonly marktype: string;
  readonly channels: Readonly<Record<string, ParsedExpression>>;
}

/** What names a function: its parameters and its code. */
export function expressionKey(args: readonly string[], code: string): string {
  return `${args.join()}:${code}`;
}

/** Vega's rules for `x2`, `xc` and width, applied after a mark's channels are set. */
function spatialCode({ channels, marktype }: EncodeExpression): string {
  if (marktype === 'rule') return '';
  const swapped = marktype === 'group' || marktype === 'image' || marktype === 'rect';
  let code = '';
  for (const [at, size] of [
    ['x', 'width'],
    ['y', 'height'],
  ] as const) {
    if (channels[`${at}2`]) {
      if (channels[at]) {
        if (swapped) code += `if(o.${at}>o.${at}2)$=o.${at},o.${at}=o.${at}2,o.${at}2=$;`;
        code += `o.${size}=o.${at}2-o.${at};`;
      } else {
        code += `o.${at}=o.${at}2-(o.${size}||0);`;
      }
    }
    if (channels[`${at}c`]) code += `o.${at}=o.${at}c-(o.${size}||0)/2;`;
  }
  return code;
}

/** Makers for `vega.View`'s `expr` option over one way to get a function from parameters and code. */
export function expressionMakers(make: (args: string[], code: string, expression: unknown, kind: string) => Maker) {
  const bound = (context: RuntimeContext, kind: string, expression: unknown, args: string[], code: string) =>
    make(args, code, expression, kind).bind(context.functions);
  return {
    operator: (context: RuntimeContext, expression: ParsedExpression) =>
      bound(context, 'operator', expression, ['_'], `return(${expression.code});`),
    parameter: (context: RuntimeContext, expression: ParsedExpression) =>
      bound(context, 'parameter', expression, ['datum', '_'], `return(${expression.code});`),
    event: (context: RuntimeContext, expression: ParsedExpression) =>
      bound(context, 'event', expression, ['event'], `return(${expression.code});`),
    handler: (context: RuntimeContext, expression: ParsedExpression) =>
      bound(
        context,
        'handler',
        expression,
        ['_', 'event'],
        `var datum=event.item&&event.item.datum;return ${expression.code};`,
      ),
    encode: (context: RuntimeContext, expression: EncodeExpression) => {
      let code = 'var o=item,datum=o.datum,m=0,$;';
      for (const [name, channel] of Object.entries(expression.channels)) {
        const target = `o[${JSON.stringify(name)}]`;
        code += `$=${channel.code};if(${target}!==$)${target}=$,m=1;`;
      }
      return bound(context, 'encode', expression, ['item', '_'], `${code}${spatialCode(expression)}return m;`);
    },
  };
}

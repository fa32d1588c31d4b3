/**
 * Vega creates the functions of a chart through five factories. Its own use `Function`, which a strict content
 * security policy forbids. These look the code up among functions compiled ahead of time. With a recording function,
 * the same factories generate that list.
 */

type Maker = (...args: unknown[]) => unknown;

/** Expression parsed by vega. */
export interface ParsedExpression {
  readonly code: string;
}

/** Vega runtime context. Generated code reads its functions through `this`. */
export interface RuntimeContext {
  readonly functions?: unknown;
}

/** Channels of a mark, each with its code. */
export interface EncodeExpression {
  readonly marktype: string;
  readonly channels: Readonly<Record<string, ParsedExpression>>;
}

/** Returns the key of a function: its parameters and code. */
export function expressionKey(args: readonly string[], code: string): string {
  return `${args.join()}:${code}`;
}

/** Returns the code of vega's rules for `x2`, `xc` and width, which run after the channels of a mark are set. */
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

/** Returns the factories for the `expr` option of `vega.View`. `make` returns a function for parameters and code. */
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

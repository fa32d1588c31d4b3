/** Variables and tags in the tokens of a query: kind `(` string `)`, such as `Metric("loss")`. */
import { type Span, type VariableKind, variableKinds } from './ast.ts';
import type { Token } from './tokens.ts';

/** Kinds that are followed by a name: those of variables, and `Tag`. */
export const namedKinds = [...variableKinds, 'Tag'] as const;
/** Kind that is followed by a name. */
export type NamedKind = (typeof namedKinds)[number];

/** Call of a variable or tag. */
export interface NamedCall<Kind extends NamedKind = NamedKind> extends Span {
  readonly kind: Kind;
  readonly name: string;
}

/** Returns the kind that a token is; undefined for any other token. */
export function kindOf(token: Token | undefined): NamedKind | undefined {
  return token?.type === 'word' ? namedKinds.find((kind) => kind === token.text) : undefined;
}

/** Returns the call of a variable or tag that starts at a token. */
export function callAt(tokens: readonly Token[], at: number): NamedCall | null {
  if (at < 0) return null;
  const [word, open, name, close] = tokens.slice(at, at + 4);
  const kind = kindOf(word);
  if (!kind || open?.text !== '(' || name?.type !== 'string' || close?.text !== ')') return null;
  return { kind, name: name.text, start: word!.start, end: close.end };
}

/** Returns the call of a variable that starts at a token. */
export function variableAt(tokens: readonly Token[], at: number): NamedCall<VariableKind> | null {
  const call = callAt(tokens, at);
  return call && isVariable(call) ? call : null;
}

const isVariable = (call: NamedCall): call is NamedCall<VariableKind> => call.kind !== 'Tag';

/** Layout of query texts for editors. */
import { parseAlternatives } from './alternatives.ts';
import type { QueryTree, QueryValue } from './ast.ts';
import { printVariable } from './print.ts';
import { quote } from './tokens.ts';

/** Maximum width of a line that could be broken. */
const maxWidth = 100;

/**
 * Returns a text of one query or several in canonical layout: one line if it fits, else one test a line; comparisons in
 * parentheses, texts in double quotes, numbers and dates as written. Several queries begin a line each. A text with
 * errors is returned unchanged.
 */
export function formatQuery(text: string): string {
  const { alternatives, errors } = parseAlternatives(text);
  if (errors.length > 0) return text;
  const queries = alternatives.map(({ tree }) =>
    tree === null ? '' : layout(tree, { text, indent: 0, nested: false }),
  );
  return queries.join(';\n') + (text.endsWith('\n') ? '\n' : '');
}

/** Position at which a tree is printed. */
interface LayoutContext {
  /** Source text, for literals. */
  readonly text: string;
  readonly indent: number;
  /** Whether the tree is a term of another one. */
  readonly nested: boolean;
}

/** Prints a tree in one line, or with its terms below each other if the line would be too long. */
function layout(tree: QueryTree, context: LayoutContext): string {
  const line = inline(tree, context);
  if (context.indent + line.length <= maxWidth) return line;
  if (tree.kind === 'Not') {
    const { term } = tree;
    return 'terms' in term ? `~${inParentheses(term, context)}` : line;
  }
  if (!('terms' in tree)) return line;
  const sign = tree.kind === 'And' ? '&' : '|';
  const terms = tree.terms.map((term) => {
    const inner = { ...context, nested: true };
    return needsParentheses(term, tree) ? inParentheses(term, inner) : layout(term, inner);
  });
  return terms.join(`\n${' '.repeat(context.indent)}${sign} `);
}

function inParentheses(tree: QueryTree, context: LayoutContext): string {
  const line = inline(tree, { ...context, nested: true });
  if (context.indent + line.length + 4 <= maxWidth) return `(${line})`;
  const indent = context.indent + 2;
  return `(\n${' '.repeat(indent)}${layout(tree, { ...context, indent })}\n${' '.repeat(context.indent)})`;
}

/** Returns whether a term needs parentheses: an `or` within an `and`, which binds tighter. */
function needsParentheses(term: QueryTree, { kind }: QueryTree): boolean {
  return kind === 'And' && term.kind === 'Or';
}

/** Prints a tree in one line. */
function inline(tree: QueryTree, context: LayoutContext): string {
  const within = { ...context, nested: true };
  const literal = (value: QueryValue) => literalText(value, context.text);
  switch (tree.kind) {
    case 'And':
    case 'Or':
      return tree.terms
        .map((term) => (needsParentheses(term, tree) ? `(${inline(term, within)})` : inline(term, within)))
        .join(tree.kind === 'And' ? ' & ' : ' | ');
    case 'Not':
      return 'terms' in tree.term ? `~(${inline(tree.term, within)})` : `~${inline(tree.term, within)}`;
    case 'Tag':
      return printVariable('Tag', tree.name);
    case 'Comparison': {
      const test = `${printVariable(tree.variable.variableKind, tree.variable.name)} ${tree.operator} ${literal(tree.value)}`;
      return context.nested ? `(${test})` : test;
    }
    case 'Between': {
      const call = printVariable(tree.variable.variableKind, tree.variable.name);
      return `${call}.between(${literal(tree.low)}, ${literal(tree.high)})`;
    }
    case 'TextTest':
      return `${printVariable(tree.variable.variableKind, tree.variable.name)}.${tree.method}(${quote(tree.text)})`;
  }
}

/** Returns a literal as written, a text in double quotes. */
function literalText(value: QueryValue, text: string): string {
  const written = text.slice(value.start, value.end);
  return value.kind === 'Text' && /^["']/.test(written) ? quote(value.value) : written;
}

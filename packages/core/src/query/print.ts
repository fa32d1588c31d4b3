/** Printer: tree -> canonical text. `parseQuery(printQuery(tree)).tree` equals `tree` except for positions. */
import type { QueryTree, QueryValue } from './ast.ts';
import { quote } from './tokens.ts';

/** Prints a query: comparisons in parentheses, texts in double quotes, datetimes as ISO texts in UTC. */
export function printQuery(tree: QueryTree): string {
  switch (tree.kind) {
    case 'And':
      return tree.terms.map((term) => (term.kind === 'Or' ? `(${printQuery(term)})` : printQuery(term))).join(' & ');
    case 'Or':
      return tree.terms.map(printQuery).join(' | ');
    case 'Not':
      return 'terms' in tree.term ? `~(${printQuery(tree.term)})` : `~${printQuery(tree.term)}`;
    case 'Tag':
      return printVariable('Tag', tree.name);
    case 'Comparison':
      return `(${printVariable(tree.variable.variableKind, tree.variable.name)} ${tree.operator} ${printValue(tree.value)})`;
    case 'Between':
      return `${printVariable(tree.variable.variableKind, tree.variable.name)}.between(${printValue(tree.low)}, ${printValue(tree.high)})`;
    case 'TextTest':
      return `${printVariable(tree.variable.variableKind, tree.variable.name)}.${tree.method}(${quote(tree.text)})`;
  }
}

/** `Metric("loss")` */
export function printVariable(kind: string, name: string): string {
  return `${kind}(${quote(name)})`;
}

/** Returns the text of a number without a literal, as Python prints it. */
const floatText = (number: number) => String(number).toLowerCase().replace('inity', '');

/** Prints a value. */
export function printValue(value: QueryValue): string {
  switch (value.kind) {
    case 'Text':
      return quote(value.value);
    case 'Number':
      return Number.isFinite(value.value) ? String(value.value) : `float(${quote(floatText(value.value))})`;
    case 'Boolean':
      return value.value ? 'True' : 'False';
    case 'None':
      return 'None';
    case 'Datetime':
      return `datetime(${quote(value.utc)})`;
  }
}

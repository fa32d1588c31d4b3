/** Names that a query tests, for tables that show the tested values. */
import { parseAlternatives } from './alternatives.ts';
import { testsIn, type VariableKind } from './ast.ts';

/** Name of a variable that a query tests. */
export interface QueriedName {
  /** Kind of the variable. */
  readonly kind: VariableKind;
  /** Name of the variable. */
  readonly name: string;
}

/**
 * Returns the variables that a query tests, each once, in the order of the text. Tags are no variables. An invalid
 * query yields what could be parsed.
 */
export function queriedNames(text: string): readonly QueriedName[] {
  const found = new Map<string, QueriedName>();
  for (const { tree } of parseAlternatives(text).alternatives) {
    for (const test of tree === null ? [] : testsIn(tree)) {
      if (test.kind === 'Tag') continue;
      const { variableKind: kind, name } = test.variable;
      found.set(JSON.stringify([kind, name]), { kind, name });
    }
  }
  return [...found.values()];
}

import { text } from 'node:stream/consumers';
import { type Column, compileAlternatives, isQuerySyntaxError } from '@tracklens/core/query';

/*
 * Program that the Python package runs for a query. Standard input: the text and the columns of the project. Standard
 * output: the tests of each call, or the first error.
 */

const given = JSON.parse(await text(process.stdin)) as { readonly text: string; readonly columns: readonly Column[] };

/** Names no function of TypeScript: in Python, one function runs queries and alternatives. */
function remedyInPython(remedy: string): string {
  return remedy.replace(/ (?:to|with) queryAny/, '').replace(/^see getQueryVariables.*/, 'check the name');
}

function result() {
  try {
    return { conjunctions: compileAlternatives(given.text, given.columns) };
  } catch (error) {
    if (!isQuerySyntaxError(error)) throw error;
    const [first] = error.errors;
    return { error: { ...first, remedy: remedyInPython(first?.remedy ?? 'check the query') } };
  }
}

process.stdout.write(JSON.stringify(result()));

import { type Conjunction, compileAlternatives, isQuerySyntaxError } from '@tracklens/core/query';
import { type QueryRequest, RequestFailure } from './request.ts';

/** Names no function of TypeScript: in Python, one function runs queries and alternatives. */
function remedyInPython(remedy: string): string {
  return remedy.replace(/ (?:to|with) queryAny/, '').replace(/^see getQueryVariables.*/, 'check the name');
}

/**
 * Returns the tests of each call to the service.
 * @throws RequestFailure `query` for a text that is not a query of these columns
 */
export function compiledQuery({ text, columns }: QueryRequest): readonly Conjunction[] {
  try {
    return compileAlternatives(text, columns);
  } catch (error) {
    if (!isQuerySyntaxError(error)) throw error;
    const [first] = error.errors;
    const reason = `Invalid query at character ${(first?.start ?? 0) + 1}: ${first?.message ?? error.message}`;
    throw new RequestFailure({ code: 'query', reason, remedy: remedyInPython(first?.remedy ?? 'check the query') });
  }
}

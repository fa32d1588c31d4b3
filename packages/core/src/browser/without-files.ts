import { RestApiException } from '../client/errors.ts';

/** Type of a file operation in a page: not callable in TypeScript, rejects with a clear error in JavaScript. */
export type OnlyInNode = (onlyInNode: never) => Promise<never>;

/** Returns a function that rejects. It replaces an operation that needs a file system. */
export function onlyInNode(operation: string): OnlyInNode {
  return async () => {
    const reason = 'it reads or writes files, which a page cannot; call it from @tracklens/core in Node';
    throw RestApiException.of({ code: 'invalid', operation, reason });
  };
}

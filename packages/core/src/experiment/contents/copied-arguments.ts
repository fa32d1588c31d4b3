import { argumentCopy } from '../../client/argument-copy.ts';
import type { LoadedDefinitions } from '../../client/operation.ts';

/**
 * Returns definitions whose operations get copies of their arguments. They need their arguments until the last request
 * is sent, and a caller who does not wait may change them meanwhile.
 */
export function withCopiedArguments<Methods>(table: LoadedDefinitions<Methods>): LoadedDefinitions<Methods> {
  const copying = Object.entries<LoadedDefinitions<Methods>[keyof Methods]>(table).map(([name, definition]) => {
    const run = definition.run as unknown as (...args: readonly unknown[]) => unknown;
    const onCopies = (context: never, ...args: never[]) => run(context, ...args.map(argumentCopy));
    return [name, definition.unawaited ? { ...definition, run: onCopies } : definition];
  });
  return Object.fromEntries(copying) as LoadedDefinitions<Methods>;
}

import { failureWith, isRestApiException, type KeyProgress } from '../client/errors.ts';
import { mapConcurrent } from '../client/map-concurrent.ts';

/** Keys that a message names of each kind at most; the error's `progress` has them all. */
const namedAtMost = 5;

function told(keys: readonly string[], what: string): string {
  const more = keys.length > namedAtMost ? ` and ${keys.length - namedAtMost} more` : '';
  return keys.length === 0 ? `0 ${what}` : `${keys.length} ${what}: ${keys.slice(0, namedAtMost).join(', ')}${more}`;
}

/** A failure that also says how far an operation on many keys came; what is no failure of a call stays as it is. */
export function failureAmongKeys(error: unknown, progress: KeyProgress): unknown {
  if (!isRestApiException(error)) return error;
  const { done, failed, left } = progress;
  const count = done.length + failed.length + left.length;
  if (count === 1) return failureWith(error, { progress });
  const parts = [told(done, 'were done'), told(failed, 'failed'), `${left.length} were not begun`];
  return failureWith(error, { progress, reason: `${error.reason} (of ${count} experiments ${parts.join('; ')})` });
}

/**
 * Does the same change to each experiment, a few at once; gives the replies in the order of the keys. A key that is named twice is
 * changed once. After the first failure no further one is begun, those under way are waited for, and the failure says what became
 * of each key: nothing changes any more when it is thrown.
 */
export async function forEachKey<T>(
  experimentKeys: readonly string[],
  change: (key: string) => Promise<T>,
): Promise<T[]> {
  const keys = [...new Set(experimentKeys)];
  const replies = new Map<string, T>();
  const failures = new Map<string, unknown>();
  await mapConcurrent(keys, async (key) => {
    if (failures.size > 0) return;
    try {
      replies.set(key, await change(key));
    } catch (error) {
      failures.set(key, error);
    }
  });
  const [failure] = failures.values();
  if (failures.size === 0) return experimentKeys.map((key) => replies.get(key)!);
  throw failureAmongKeys(failure, {
    done: keys.filter((key) => replies.has(key)),
    failed: keys.filter((key) => failures.has(key)),
    left: keys.filter((key) => !replies.has(key) && !failures.has(key)),
  });
}

import { copyWith, isRestApiException, type KeyProgress } from '../client/errors.ts';
import { mapConcurrent } from '../client/map-concurrent.ts';

/** Maximum number of keys of each kind in an error message. The error's `progress` has all of them. */
const namedAtMost = 5;

function listed(keys: readonly string[], noun: string): string {
  const more = keys.length > namedAtMost ? ` and ${keys.length - namedAtMost} more` : '';
  return keys.length === 0 ? `0 ${noun}` : `${keys.length} ${noun}: ${keys.slice(0, namedAtMost).join(', ')}${more}`;
}

/**
 * Adds the progress of an operation on many keys to its error. Returns errors other than `RestApiException`
 * unchanged.
 */
export function failureAmongKeys(error: unknown, progress: KeyProgress): unknown {
  if (!isRestApiException(error)) return error;
  const { done, failed, left } = progress;
  const count = done.length + failed.length + left.length;
  if (count === 1) return copyWith(error, { progress });
  const parts = [listed(done, 'were done'), listed(failed, 'failed'), `${left.length} were not started`];
  return copyWith(error, { progress, reason: `${error.reason} (of ${count} experiments ${parts.join('; ')})` });
}

/**
 * Applies a change to each experiment, a few at a time, and returns the replies in the order of the keys. Duplicate
 * keys are changed once. After the first failure no further change is started, and the error is thrown when the
 * pending ones have settled. It reports the outcome of each key.
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

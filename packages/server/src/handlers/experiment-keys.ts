import { badRequest } from '../errors/service-error.ts';

/** Format of the keys that clients generate: 32 to 50 letters and digits. */
const keyFormat = /^[A-Za-z0-9]{32,50}$/;

/**
 * Throws for a key that is not valid in a URL.
 *
 * @throws ServiceError 400 for a key that is not 32 to 50 letters and digits.
 */
export function checkExperimentKey(key: string): void {
  if (!keyFormat.test(key)) {
    throw badRequest(
      `An experiment key must have 32 to 50 letters and digits, unlike ${JSON.stringify(key.slice(0, 60))}`,
    );
  }
}

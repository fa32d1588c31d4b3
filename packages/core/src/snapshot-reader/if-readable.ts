import { isRestApiException } from '../client/errors.ts';

/** Waits for a response. Returns null for what was deleted since it was listed, or may not be read. */
export async function ifReadable<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response;
  } catch (error) {
    if (isRestApiException(error) && (error.code === 'not-found' || error.code === 'forbidden')) return null;
    throw error;
  }
}

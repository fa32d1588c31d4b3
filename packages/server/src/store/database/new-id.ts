import { randomUUID } from 'node:crypto';

/** Returns a new id in the format of the SDK's clients: 32 hex digits. */
export function newId(): string {
  return randomUUID().replaceAll('-', '');
}

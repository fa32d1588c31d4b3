import type { startStatus } from '@tracklens/core/contract';

/**
 * Thrown when another process prevents the start of the service. A caller may wait, or choose another port or folder.
 */
export class InUseError extends Error {
  override readonly name = 'InUseError';
  readonly kind: keyof typeof startStatus;

  constructor(kind: keyof typeof startStatus, message: string) {
    super(message);
    this.kind = kind;
  }
}

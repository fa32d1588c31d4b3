/** Thrown when the command line is invalid. The message is followed by a reference to the help. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

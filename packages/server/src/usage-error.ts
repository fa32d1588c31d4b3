/** Thrown when the command line cannot be understood; the person is pointed to the help. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

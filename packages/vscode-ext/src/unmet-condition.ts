/**
 * Thrown by a command that lacks what it applies to, such as selected rows. The message says what the user can do;
 * nothing has failed.
 */
export class UnmetCondition extends Error {
  /** Title and id of a command that provides what is missing. */
  readonly remedy: { readonly title: string; readonly command: string } | null;

  constructor(message: string, remedy: UnmetCondition['remedy'] = null) {
    super(message);
    this.name = 'UnmetCondition';
    this.remedy = remedy;
  }
}

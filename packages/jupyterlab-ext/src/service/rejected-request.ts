/** Thrown when the Jupyter server rejects a request. The message contains what to do. */
export class RejectedRequest extends Error {
  /** Name of the form field to correct; null when the failure is not about one. */
  readonly field: string | null;

  constructor(message: string, field: string | null) {
    super(message);
    this.name = 'RejectedRequest';
    this.field = field;
  }
}

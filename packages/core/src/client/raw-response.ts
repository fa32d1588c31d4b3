/** Response of the service to one request of an operation, before it is interpreted. */
export interface RawResponse {
  /** HTTP status. */
  readonly status: number;
  /** Headers with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Id that the service gave to the request, for its log. Null if it gave none. */
  readonly requestId: string | null;
  /** Body as text. Null for a file, which the operation returns or saves. */
  readonly text: string | null;
}

/** Function that is called with each response of an operation. */
export type RawResponseListener = (response: RawResponse) => void;

/** Request on disk. */
export interface SpooledRequest {
  /** Operation that logged the data. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly query: ReadonlyArray<readonly [name: string, value: string]>;
  /** Headers, among them the idempotency key. Never the API key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Position of a new request: before all others, or after them. */
export type SpoolPosition = 'first' | 'last';

/** Requests on disk, in the order in which they are to be sent. Errors of the file system are thrown. */
export interface Spool {
  readonly folder: string;
  readonly count: number;
  /** Adds a request after the others, or before them. Default: after. */
  add(request: SpooledRequest, position?: SpoolPosition): void;
  /** Returns the first request; null if there is none. */
  first(): SpooledRequest | null;
  /** Removes the first request. If it throws, the request is removed for this process, and may still be on disk. */
  removeFirst(): void;
  /**
   * Holds the first request, so that the next one is the first. It gets a sequence of its own, since the service takes
   * a request for stored that comes after later ones of its sequence. If it throws, the request is still the first.
   */
  holdFirst(): void;
  /** Puts the held requests back before all others, in their order. They retain their sequences. */
  putBackHeld(): void;
  /** Moves the held requests to a folder of requests that fail. Returns its path. */
  setHeldAside(): string;
}

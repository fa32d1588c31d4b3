/** Request to the service as plain data, which can be sent to another frame or process. */
export interface WireRequest {
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Absolute, percent-encoded path without query, such as `/api/rest/v2/experiment/metadata`. */
  readonly path: string;
  /** Query fields in order. Names may repeat. Values are not percent-encoded. */
  readonly query: ReadonlyArray<readonly [name: string, value: string]>;
  /**
   * Headers with lower-case names. They never contain the API key: the transport that connects to the service adds
   * it.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Content of the request. A plain async iterable can be sent only once, so it is not retried. */
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>;
  /**
   * Key of the experiment that the request is about, if any. A write does not invalidate cached reads of other
   * experiments.
   */
  readonly experimentKey?: string;
  /** Timeout of the whole request. With `idleMillis`, the timeout until the response starts. */
  readonly timeoutMillis: number;
  /**
   * Maximum pause while a file is sent or received. A file transfer has no limit on its total time. `timeoutMillis`
   * then starts after the last byte of the request. For a request without a body, it ends with the first byte of the
   * response.
   */
  readonly idleMillis?: number;
  /**
   * Whether the caller reads the response at its own pace. It then must not take a connection that other requests wait
   * for.
   */
  readonly ownConnection?: boolean;
}

/** Body of a response. It can be read only once, in one of three ways. */
export interface WireBody extends AsyncIterable<Uint8Array> {
  /** Reads the whole body. */
  bytes(): Promise<Uint8Array>;
  /** Reads the whole body as UTF-8. */
  text(): Promise<string>;
}

/** Response of the service with any status, not interpreted. */
export interface WireResponse {
  /** HTTP status. */
  readonly status: number;
  /** Headers with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Content, which can be read once. */
  readonly body: WireBody;
}

/**
 * Sends one request to the service. The only difference between hosts. Rejects with `RestApiException` (code
 * `unreachable`, `timeout` or `aborted`) if there is no response. A response with an error status does not reject.
 */
export interface Transport {
  /** Sends a request. Aborts it when the signal aborts. */
  send(request: WireRequest, signal?: AbortSignal): Promise<WireResponse>;
}

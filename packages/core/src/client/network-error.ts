/** Error codes of connections that were never established, so that nothing was sent. */
const connectCodes: ReadonlySet<string> = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'EAI_FAIL',
  'ECONNREFUSED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
  'FailedToOpenSocket',
]);

/** Error codes of failed connections in Node, undici and Bun. */
const connectionCodes: ReadonlySet<string> = new Set([
  ...connectCodes,
  'ECONNABORTED',
  'ECONNRESET',
  'ENETRESET',
  'EPIPE',
  'EPROTO',
  'ETIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_INFO',
  'UND_ERR_PRX_TLS',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_SOCKET',
  'ConnectionClosed',
]);

/** Prefixes of error codes for a response that is not HTTP, a failed TLS handshake and an untrusted certificate. */
const connectionPrefixes = /^(?:HPE_|ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH)/;

/**
 * Messages of the `TypeError` that `fetch` throws on a network error. The standard defines neither a name nor a code
 * for it. In this order: Chrome, Firefox, Safari, Node, Deno, Bun.
 */
const fetchMessages =
  /^(?:failed to fetch|network ?error|load failed|the (?:internet|network) connection|fetch failed|terminated$|error (?:sending request|reading a body)|unable to connect)/i;

/** Returns whether an error or one of its causes is a failed or broken connection. */
export function isNetworkError(error: unknown): boolean {
  return errorsOf(error).some((one) => {
    const { code, message, name } = one as { code?: unknown; message?: unknown; name?: unknown };
    if (typeof code === 'string' && (connectionCodes.has(code) || connectionPrefixes.test(code))) return true;
    return name === 'TypeError' && typeof message === 'string' && fetchMessages.test(message.trim());
  });
}

/** Returns whether an error or one of its causes shows that no connection was established. */
export function isConnectError(error: unknown): boolean {
  return errorsOf(error).some(({ code }) => typeof code === 'string' && connectCodes.has(code));
}

/** Returns whether an error or one of its causes is a failed decompression. */
export function isUnpackingError(error: unknown): boolean {
  return errorsOf(error).some(({ code }) => /^Z_|^ERR_(?:BROTLI|_ERROR_)|^ZlibError$/.test(String(code)));
}

/** Returns an error and its causes. */
function errorsOf(error: unknown): readonly { readonly code?: unknown }[] {
  const found: object[] = [];
  for (let one = error; typeof one === 'object' && one !== null && !found.includes(one) && found.length < 8; ) {
    found.push(one);
    one = (one as { cause?: unknown }).cause;
  }
  return found;
}

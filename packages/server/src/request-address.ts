/** The parts of a request's address. */
export interface RequestAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Percent-encoded. */
  readonly path: string;
  /** Without its question mark. */
  readonly search: string;
}

/** Takes apart an address that is whole and normal already, as those of a server's requests are: nothing needs to parse it again. */
export function addressOf(url: string): RequestAddress {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const hash = url.indexOf('#', start);
  const end = hash < 0 ? url.length : hash;
  const question = url.indexOf('?', start);
  const pathEnd = question < 0 || question > end ? end : question;
  return { origin: url.slice(0, start), path: url.slice(start, pathEnd), search: url.slice(pathEnd + 1, end) };
}

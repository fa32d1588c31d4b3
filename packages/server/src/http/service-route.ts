import type { Peer } from './peer-user.ts';

/** Route of the page or of this service, in addition to the endpoints of the contract. */
export interface ServiceRoute {
  readonly method: 'GET' | 'POST';
  /** `{name}` matches one percent-encoded segment. */
  readonly path: string;
  readonly doc: string;
  /** `peer` is the client of a connection; null without a socket. */
  respond(request: Request, fields: Readonly<Record<string, string>>, peer: Peer | null): Promise<Response> | Response;
}

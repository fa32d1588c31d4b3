/** Route of the page or of this service, in addition to the endpoints of the contract. */
export interface ServiceRoute {
  readonly method: 'GET' | 'POST';
  /** `{name}` matches one percent-encoded segment. */
  readonly path: string;
  readonly doc: string;
  respond(request: Request, fields: Readonly<Record<string, string>>): Promise<Response> | Response;
}

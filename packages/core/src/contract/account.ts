import * as v from 'valibot';
import { clientlib, read, readByPost, rest, write } from './endpoint.ts';
import { AccountDetails, WriteReply } from './records/index.ts';

/** Endpoints of the account and its workspaces, and the health check of the service. */
export const account = {
  /** Version of the service and what it offers beyond the wire protocol. */
  version: read(clientlib('isAlive/ver'), {
    response: v.object({
      version: v.string(),
      /** Features beyond the wire protocol. Local service only. */
      capabilities: v.optional(v.array(v.string())),
    }),
    reads: ['service'],
  }),
  /** Health check. Any response with a status below 400 means that the service is reachable. */
  ping: read(clientlib('health/ping'), {
    response: v.unknown(),
    reads: ['service'],
  }),
  /** The user behind the API key and the default workspace. */
  details: read(rest('account-details'), {
    response: AccountDetails,
    cached: true,
    reads: ['account'],
  }),
  /** Names of the workspaces that the key can read. */
  workspaces: read(rest('workspaces'), {
    response: v.object({ workspaceNames: v.array(v.string()) }),
    cached: true,
    reads: ['workspaces'],
  }),
  /**
   * Several small reads in one request, each by its path and query. The response has a line with status, space and JSON
   * for each, in their order. Local service only.
   */
  reads: readByPost(rest('reads'), {
    body: v.object({ addresses: v.pipe(v.array(v.pipe(v.string(), v.startsWith('/'))), v.maxLength(100)) }),
    response: 'bytes',
  }),
  /** Stores a message about an experiment for its owner. */
  notify: write(clientlib('notification/experiment'), {
    body: v.object({
      title: v.nullish(v.string()),
      status: v.nullish(v.string()),
      experiment_key: v.nullish(v.string()),
      experiment_name: v.nullish(v.string()),
      experiment_link: v.nullish(v.string()),
      additional_data: v.nullish(v.unknown()),
    }),
    response: WriteReply,
    invalidates: [],
  }),
};

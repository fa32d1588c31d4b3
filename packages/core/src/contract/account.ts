import * as v from 'valibot';
import { ask, clientlib, read, rest, write } from './endpoint.ts';
import { AccountDetails, WriteReply } from './records.ts';

/** Endpoints of the account and its workspaces, and the health check of the service. */
export const account = {
  version: read(clientlib('isAlive/ver'), {
    response: v.object({ version: v.string() }),
    reads: ['service'],
    doc: 'The version of the service; clients decide by it what they may ask.',
  }),
  ping: read(clientlib('health/ping'), {
    response: v.unknown(),
    reads: ['service'],
    doc: 'Any answer below 400 means that the service is reachable.',
  }),
  details: read(rest('account-details'), {
    response: AccountDetails,
    cached: true,
    reads: ['account'],
    doc: 'The user behind the API key and the default workspace.',
  }),
  workspaces: read(rest('workspaces'), {
    response: v.object({ workspaceNames: v.array(v.string()) }),
    cached: true,
    reads: ['workspaces'],
    doc: 'Names of the workspaces that the key can read.',
  }),
  reads: ask(rest('reads'), {
    body: v.object({ addresses: v.pipe(v.array(v.pipe(v.string(), v.startsWith('/'))), v.maxLength(100)) }),
    response: 'bytes',
    doc: 'Many small reads in one exchange, each by its path and query: a line of status, space and JSON for each, in their order. Of our own service only.',
  }),
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
    doc: 'A message about an experiment for its owner; kept with the experiment.',
  }),
};

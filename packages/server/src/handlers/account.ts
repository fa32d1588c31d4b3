import { creationKeys, rangedReads } from '@tracklens/core/contract';
import { saveNotification } from '../store/experiments/notifications.ts';
import { listWorkspaces } from '../store/experiments/projects.ts';
import type { Handlers } from './handler.ts';
import { writeReply } from './handler.ts';

/**
 * Protocol version that clients choose their features by: everything up to the project owner operations is supported.
 */
const wireVersion = '4.99.0';

/** Handlers of the `account` endpoints. */
export const account: Handlers<'account'> = {
  version: () => ({ version: wireVersion, capabilities: [rangedReads, creationKeys] }),
  ping: () => ({}),
  details: (_, { session }) => ({
    userName: session.userName,
    defaultWorkspaceName: session.defaultWorkspaceName,
  }),
  workspaces: async (_, { store }) => ({ workspaceNames: await listWorkspaces(store) }),
  reads: async ({ body }, { read }) => {
    const responses = await Promise.all(body.addresses.map(read));
    // A newline between JSON tokens is whitespace; within a string it is escaped as `\n`.
    const lines = responses.map(({ status, json }) => `${status} ${json.replaceAll('\n', ' ')}\n`);
    return new Response(lines.join(''), { headers: { 'content-type': 'application/x-ndjson' } });
  },
  notify: async ({ body }, { store, now }) => {
    if (typeof body.experiment_key === 'string') await saveNotification(store, body.experiment_key, body, now());
    return writeReply();
  },
};

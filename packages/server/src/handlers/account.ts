import type { Handlers } from '../handler.ts';
import { written } from '../handler.ts';
import { saveNotification } from '../store/notifications.ts';
import { listWorkspaces } from '../store/projects.ts';

/** What clients decide by: everything up to the project owner operations of the wire is here. */
const wireVersion = '4.99.0';

/** How the service carries out the rows of `account`. */
export const account: Handlers<'account'> = {
  version: () => ({ version: wireVersion }),
  ping: () => ({}),
  details: (_, { session }) => ({
    userName: session.userName,
    defaultWorkspaceName: session.defaultWorkspaceName,
  }),
  workspaces: async (_, { store }) => ({ workspaceNames: await listWorkspaces(store) }),
  reads: async ({ body }, { read }) => {
    const answers = await Promise.all(body.addresses.map(read));
    // Between the tokens of JSON a line's end means nothing; within a text it is written `\\n`.
    const lines = answers.map(({ status, json }) => `${status} ${json.replaceAll('\n', ' ')}\n`);
    return new Response(lines.join(''), { headers: { 'content-type': 'application/x-ndjson' } });
  },
  notify: async ({ body }, { store, now }) => {
    if (typeof body.experiment_key === 'string') await saveNotification(store, body.experiment_key, body, now());
    return written();
  },
};

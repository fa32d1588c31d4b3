import type { Connection, HostServices } from '../client/connection.ts';
import type { RestApiException } from '../client/errors.ts';
import { logOverflow } from '../experiment/log-overflow.ts';
import { checkedReply } from '../experiment/log-queue.ts';
import {
  type AbandonedFolder,
  abandonedFolders,
  createSpool,
  type SpoolDamage,
  type SpooledRequest,
  type SpoolFolder,
  type SpoolSender,
  sendFirst,
  spoolRoot,
  takeOver,
} from '../spool/index.ts';
import { Outage } from '../write-queue/outage.ts';
import { failureOf, setAsideError } from '../write-queue/queue-overflow.ts';
import { isPermitted } from './permissions.ts';

/** Maximum number of requests in a row that are not permitted, before all wait for a later process. */
const maxDeniedProbes = 100;

/**
 * Returns the services of a host by which what cannot be sent to a service is written to disk, and sent by a later
 * process.
 *
 * @param folder path, or false for none; default: `TRACKLENS_SPOOL`
 */
export function spooling(
  url: string,
  folder: string | false | undefined,
): Pick<HostServices, 'createOverflow' | 'recover'> {
  if (folder === false || (folder === undefined && !isPermitted('env', 'sys'))) return {};
  const root = typeof folder === 'string' ? folder : spoolRoot();
  if (root === null || !isPermitted('read', 'write')) return {};
  const reporting =
    ({ warn }: Connection) =>
    ({ file, bytes }: SpoolDamage) =>
      warn(`${bytes} bytes of unsent data are damaged and were skipped; they are in ${file}.`);
  return {
    createOverflow: (connection, experimentKey) =>
      logOverflow(connection, experimentKey, () => createSpool(root, url, reporting(connection))),
    recover(connection) {
      const folders = abandonedFolders(root).filter((left) => left.url === url);
      void sendAbandoned(folders, (path) => takeOver(root, path, reporting(connection)), connection);
    },
  };
}

/**
 * Sends what is in folders, one after the other: there may be many, and each is read when it is taken over. Never
 * rejects.
 */
async function sendAbandoned(
  folders: readonly AbandonedFolder[],
  take: (path: string) => SpoolFolder | null,
  connection: Connection,
): Promise<void> {
  for (const { path } of folders) {
    try {
      const spool = take(path);
      if (spool !== null) await sendLeft(spool, connection);
    } catch (error) {
      connection.warn(`The unsent requests in ${path} cannot be read or moved: ${error}.`);
    }
  }
}

/**
 * Sends what is in a folder, in order; see `sendFirst`. Never rejects. What is blocked by an account, a network or a
 * program stays for a later process.
 */
async function sendLeft(spool: SpoolFolder, connection: Connection): Promise<void> {
  let rejected = 0;
  const outage = new Outage({ pause: connection.host.queuePause });
  const sender: SpoolSender<RestApiException> = {
    send: (request) => failureOf(request.operation, sendRequest(connection, request)),
    probes: ({ result, error }) => (result === 'denied' ? maxDeniedProbes : outage.probes(error)),
    onRejected: () => {
      rejected++;
    },
    onSetAside: (_, error, folder) => connection.warn(setAsideError(error, folder).message),
  };
  try {
    while (spool.count > 0) {
      const failure = await sendFirst(spool, sender);
      if (failure === null) {
        outage.end();
        continue;
      }
      const { result, error } = failure;
      if (result === 'blocked' || result === 'denied') {
        const { count, folder } = spool;
        const left = count === 1 ? 'One unsent request stays' : `${count} unsent requests stay`;
        connection.warn(`${left} in ${folder} and cannot be sent: ${error.message}`);
        break;
      }
      outage.begin(error);
      // What is left stays on disk if the process ends meanwhile.
      await outage.pause('never');
    }
  } catch (error) {
    connection.warn(`The unsent requests in ${spool.folder} cannot be read or moved: ${error}.`);
  }
  if (rejected > 0) {
    connection.warn(`The service rejected ${rejected} of the requests that an earlier process could not send.`);
  }
}

/** Sends a request that an earlier process has written to disk. */
async function sendRequest(connection: Connection, request: SpooledRequest): Promise<unknown> {
  return checkedReply(request.operation, await connection.callPrepared(request.operation, request));
}

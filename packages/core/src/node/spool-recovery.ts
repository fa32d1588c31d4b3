import type { Connection, ConnectionOptions } from '../client/connection.ts';
import { RestApiException } from '../client/errors.ts';
import { isUnavailable, Outage } from '../client/outage.ts';
import { setAsideError } from '../client/queue-overflow.ts';
import type { SpooledRequest } from '../contract/index.ts';
import type { SendResult } from '../contract/set-aside.ts';
import { logOverflow } from '../experiment/log-overflow.ts';
import { checkedReply } from '../experiment/log-queue.ts';
import {
  abandonedFolders,
  createSpool,
  isRejection,
  type SpoolDamage,
  type SpoolFolder,
  setAsideIfLaterIsStored,
  spoolRoot,
  takeOver,
} from '../spool/index.ts';
import { isPermitted } from './permissions.ts';

/**
 * Returns the connection options by which what cannot be sent to a service is written to disk, and sent by a later
 * process.
 *
 * @param folder path, or false for none; default: `TRACKLENS_SPOOL`
 */
export function spooling(
  url: string,
  folder: string | false | undefined,
): Pick<ConnectionOptions, 'createOverflow' | 'recover'> {
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
      for (const left of abandonedFolders(root)) {
        const spool = left.url === url ? takeOver(root, left.path, reporting(connection)) : null;
        if (spool !== null) void sendLeft(spool, connection);
      }
    },
  };
}

/**
 * Sends what is in a folder, in order. Never rejects. A request is removed when it is stored, or rejected for a reason
 * of its own, and set aside when the service repeatedly fails to store it, and stores a later one. Other errors are
 * those of an account, a network or a program, so what is left stays for a later process.
 */
async function sendLeft(spool: SpoolFolder, connection: Connection): Promise<void> {
  let rejected = 0;
  const outage = new Outage({ pause: connection.queuePause });
  const resultOf = async (request: SpooledRequest): Promise<SendResult> => {
    const error = await failureOf(request, connection);
    if (error === null) return 'stored';
    if (!isRejected(error)) return 'failed';
    rejected++;
    return 'rejected';
  };
  try {
    for (let request = spool.first(); request !== null; request = spool.first()) {
      const error = await failureOf(request, connection);
      if (error?.code === 'server' && !outage.isUnavailable(error)) {
        const folder = await setAsideIfLaterIsStored(spool, resultOf);
        if (folder !== null) {
          connection.warn(setAsideError(error, folder).message);
          outage.end();
          continue;
        }
      }
      // The page of another service, such as a captive portal, is no failure of this one.
      if (error !== null && (error.code === 'server' || isUnavailable(error))) {
        outage.begin(error);
        // What is left stays on disk if the process ends meanwhile.
        await outage.pause('never');
        continue;
      }
      outage.end();
      if (error !== null && !isRejected(error)) {
        const { count, folder } = spool;
        connection.warn(`${count} unsent requests stay in ${folder}, because they cannot be sent: ${error.message}`);
        break;
      }
      if (error !== null) rejected++;
      spool.removeFirst();
    }
  } catch (error) {
    connection.warn(`The unsent requests in ${spool.folder} cannot be read or moved: ${error}.`);
  }
  if (rejected > 0) {
    connection.warn(`The service rejected ${rejected} of the requests that an earlier process could not send.`);
  }
}

/** Returns whether an error rejects a request for a reason of its own. */
function isRejected({ code, status }: RestApiException): boolean {
  return code === 'invalid' && isRejection(status);
}

/** Sends a request. Returns its failure, or null if it is stored. */
async function failureOf(request: SpooledRequest, connection: Connection): Promise<RestApiException | null> {
  const { operation } = request;
  try {
    checkedReply(operation, await connection.callPrepared(operation, request));
    return null;
  } catch (error) {
    return RestApiException.from(error, operation);
  }
}

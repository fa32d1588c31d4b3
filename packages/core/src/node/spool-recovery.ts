import type { Connection, ConnectionOptions } from '../client/connection.ts';
import { RestApiException, type RestErrorCode } from '../client/errors.ts';
import { logOverflow } from '../experiment/log-overflow.ts';
import {
  abandonedFolders,
  createSpool,
  type SpoolDamage,
  type SpoolFolder,
  spoolRoot,
  takeOver,
} from '../spool/index.ts';
import { isPermitted } from './permissions.ts';

/** Errors after which the rest of a folder is sent later. */
const laterCodes: ReadonlySet<RestErrorCode> = new Set(['unreachable', 'timeout', 'rate-limited', 'server'] as const);
/** Errors after which a folder is left as it is: this account or service is not the one that it was written for. */
const foreignCodes: ReadonlySet<RestErrorCode> = new Set(['unauthorized', 'forbidden', 'not-found'] as const);
const pauseMillis = 15_000;

/**
 * Returns the connection options by which what cannot be sent to a service is written to disk, and sent by a later
 * process.
 *
 * @param given folder, or false for none; default: `TRACKLENS_SPOOL`
 */
export function spooling(
  url: string,
  given: string | false | undefined,
  warn: (message: string) => void,
): Pick<ConnectionOptions, 'createOverflow' | 'recover'> {
  if (given === false || (given === undefined && !isPermitted('env', 'sys'))) return {};
  const root = typeof given === 'string' ? given : spoolRoot();
  if (root === null || !isPermitted('read', 'write')) return {};
  const onDamage = ({ file, bytes }: SpoolDamage) =>
    warn(`${bytes} bytes of unsent data are damaged and were skipped; they are in ${file}.`);
  return {
    createOverflow: (connection, experimentKey) =>
      logOverflow(connection, experimentKey, () => createSpool(root, url, onDamage)),
    recover(connection) {
      for (const left of abandonedFolders(root)) {
        const spool = left.url === url ? takeOver(root, left.path, onDamage) : null;
        if (spool !== null) void sendLeft(spool, connection);
      }
    },
  };
}

/** Sends what is in a folder, in order. Never rejects. */
async function sendLeft(spool: SpoolFolder, connection: Connection): Promise<void> {
  let lost = 0;
  try {
    for (let request = spool.first(); request !== null; request = spool.first()) {
      try {
        await connection.callPrepared(request.operation, request);
      } catch (thrown) {
        const error = RestApiException.from(thrown, request.operation);
        if (laterCodes.has(error.code)) {
          await pauseUntilRetry();
          continue;
        }
        if (foreignCodes.has(error.code)) {
          connection.warn(`${spool.count} unsent requests in ${spool.folder} cannot be sent (${error.message})`);
          return;
        }
        lost++;
      }
      spool.removeFirst();
    }
  } catch (error) {
    connection.warn(`The unsent requests in ${spool.folder} cannot be read: ${error}.`);
  }
  if (lost > 0) connection.warn(`The service rejected ${lost} requests that an earlier process could not send.`);
}

/** Waits without keeping the process running: what is left stays on disk. */
function pauseUntilRetry(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, pauseMillis).unref();
  });
}

import { readFileSync, readlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { rootOf } from '../client/configuration.ts';
import { isLoopback } from '../client/loopback.ts';
import { isPermitted } from './permissions.ts';

/** Local service running on this machine, as described in its data folder. */
export interface LocalService {
  readonly url: string;
  readonly apiKey: string;
  /** File of the key. */
  readonly keyLocation: string;
  /** Data folder of the service. */
  readonly folder: string;
  /** Secret by which the service proves its address; null for a version that proves nothing. */
  readonly secret: string | null;
}

/** Default data folders in the home folder: that of `tracklens serve`, then that of `tracklens demo`. */
const defaultFolders = ['.tracklens', '.tracklens-demo'];

/**
 * Returns the running local service of this user, or null. Its data folder is the one that `TRACKLENS_DATA` names, else
 * a default one. Ignores a service with a non-loopback URL, so that the API key stays on this machine.
 */
export function localService(
  env: Readonly<Record<string, string | undefined>> = process.env,
  homeFolder = homedir(),
): LocalService | null {
  const folders = env.TRACKLENS_DATA ? [env.TRACKLENS_DATA] : defaultFolders.map((name) => join(homeFolder, name));
  return folders.map(localServiceIn).find((found) => found !== null) ?? null;
}

/** Content of the file that a running service writes. */
interface ServiceFile {
  readonly url: string;
  readonly pid?: number;
  readonly pidNamespace?: string;
  readonly secret?: unknown;
}

/** Returns the PID namespace of this process; undefined where there are none. */
function ownPidNamespace(): string | undefined {
  try {
    return process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether the process of a service has ended. False for one of another PID namespace, such as a container. */
function hasEnded({ pid, pidNamespace }: ServiceFile): boolean {
  if (pid === undefined || !isPermitted('run') || pidNamespace !== ownPidNamespace()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Returns the running local service of a data folder, or null. Nothing proves yet that it listens at its address. */
export function localServiceIn(folder: string): LocalService | null {
  try {
    const content = JSON.parse(readFileSync(join(folder, 'service.json'), 'utf8')) as ServiceFile;
    // A service that was killed leaves the file, and its port may belong to another program.
    if (hasEnded(content)) return null;
    const keyLocation = join(folder, 'api-key');
    const apiKey = readFileSync(keyLocation, 'utf8').trim();
    const url = rootOf(content.url);
    const secret = typeof content.secret === 'string' && content.secret !== '' ? content.secret : null;
    return apiKey !== '' && isLoopback(new URL(url).hostname) ? { url, apiKey, keyLocation, folder, secret } : null;
  } catch {
    // It is not running, or its folder is not readable for this user.
    return null;
  }
}

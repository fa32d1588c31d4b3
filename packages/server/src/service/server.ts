import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { defaultDataFolder, folderKey, neededFolder, sharedFolderWarning } from '../data-folder/data-folder.ts';
import { removeServiceFile, writeServiceFile } from '../data-folder/service-file.ts';
import { startFailure } from '../data-folder/start-failure.ts';
import { typedCommand } from '../data-folder/typed-command.ts';
import { isDiskFull } from '../errors/service-error.ts';
import type { Session } from '../handlers/handler.ts';
import type { Store } from '../store/database/store.ts';
import { DiskReserve } from '../store/disk/disk-reserve.ts';
import { ensureWorkspace } from '../store/experiments/projects.ts';
import { sweepContents } from '../store/files/content-sweep.ts';
import { identifyFolder } from '../store/files/folder-identity.ts';
import { clearIncoming } from '../store/files/incoming-files.ts';
import { expireBatches, expiryWork } from '../store/metrics/metric-batches.ts';
import { openStore } from '../store/open-store.ts';
import { type App, createApp } from './app.ts';
import { loadDemo } from './demo.ts';
import type { Leases } from './leases.ts';
import { closeServer, listen, requestListener } from './node-server.ts';
import { loadRecording, removePartialLoad } from './recording-load.ts';

/** Default workspace, for users and clients that name none. */
export const defaultWorkspaceName = 'local';

/** Options of `startService`. */
export interface ServiceOptions {
  /** Default: 0, a free port. */
  readonly port?: number;
  /** Default: `.tracklens` in the home folder. */
  readonly dataFolder?: string;
  /** Stored as the folder's key. Default: the stored key, generated at the first start. */
  readonly apiKey?: string;
  /** Loads the recorded example once, into the workspace `demo`; `new-folder` rejects a folder with other data. */
  readonly demo?: boolean | 'new-folder';
  /** File of a recording of experiments, which is loaded into a data folder without other data. */
  readonly recording?: string;
  /** Stores records in this PostgreSQL database (`postgres://…`) instead of the file in the data folder. */
  readonly databaseUrl?: string;
  /**
   * Whether the process does nothing else. The adapter's lightweight `Request` and `Response` then replace the
   * platform's, which take a quarter of the time of a small response. Default: false.
   */
  readonly ownsProcess?: boolean;
  /** Leases that clients may take, for a service that ends when it is idle. The caller closes it then. */
  readonly leases?: Leases;
  /** Clock: milliseconds since 1970. A test sets its own. */
  readonly now?: () => number;
  /** Called with failures that are the service's own fault. Default: logs to standard error. */
  readonly onFailure?: (error: unknown, what: string) => void;
  /** Called with warnings about the data folder. Default: logs to standard error. */
  readonly onWarning?: (warning: string) => void;
}

/** A running service. */
export interface Service {
  /** Root URL without a trailing slash. */
  readonly url: string;
  /** Port on which the service listens. */
  readonly port: number;
  /** Path of the file with the API key. */
  readonly apiKeyFile: string;
  /** Ends requests in progress and closes the store. A second call has no effect. */
  close(): Promise<void>;
}

function userName(): string {
  try {
    return userInfo().username || 'local';
  } catch {
    // The operating system has no entry for this user, as in some containers.
    return 'local';
  }
}

/** Writes a warning to standard error. */
function logWarning(warning: string): void {
  console.error(`tracklens: ${warning}`);
}

/** Writes an internal failure to standard error. */
function logFailure(error: unknown, what: string): void {
  console.error(`${new Date().toISOString()} ${what} failed:`, error);
}

/** Grace period of requests in progress when the service closes. */
const closeMillis = 2_000;

/** Removes files left by earlier processes, and reserves the disk space that deletions need on a full disk. */
async function tidy(store: Store, warn: (warning: string) => void, ending: AbortSignal): Promise<void> {
  await store.reserve?.fill();
  if ((await sweepContents(store, ending)) !== null) return;
  warn(
    `Files in ${store.folder} that no record refers to are not deleted: the database is not the one that they were stored with.`,
  );
}

/** Prepares an open store for requests. Returns the app and the path of its key file. */
async function preparedApp(
  store: Store,
  options: ServiceOptions,
  { dataFolder, secret }: { dataFolder: string; secret: string },
): Promise<{ app: App; apiKeyFile: string }> {
  await clearIncoming(store);
  await removePartialLoad(store);
  // Runs in the background; on failure it is repeated at the next start.
  void expireBatches(store.db, (options.now ?? Date.now)()).catch((error) => store.onFailure(error, expiryWork));
  const { apiKey, apiKeyFile } = await folderKey(dataFolder, options.apiKey);
  const session: Session = { userName: userName(), defaultWorkspaceName };
  await ensureWorkspace(store.db, defaultWorkspaceName, Date.now());
  // Before the first request, so that the sweep in the background writes nothing new. It tries again on failure.
  await identifyFolder(store).catch((error) => store.onFailure(error, 'the identification of the data folder'));
  if (options.demo) await loadDemo(store, session, { onlyIfEmpty: options.demo === 'new-folder' });
  if (options.recording !== undefined) await loadRecording(store, session, options.recording);
  const app = createApp({
    store,
    apiKey,
    session,
    secret,
    ...(options.now === undefined ? {} : { now: options.now }),
    ...(options.leases === undefined ? {} : { leases: options.leases }),
    onFailure: store.onFailure,
    page: { apiKeyFile, openCommand: typedCommand('open', dataFolder) },
  });
  return { app, apiKeyFile };
}

/** Starts the tasks of a running service. Returns the function that ends them and closes the server. */
function runInBackground(store: Store, server: Server, options: ServiceOptions): () => Promise<void> {
  const ending = new AbortController();
  // Runs in the background; on failure it is repeated at the next start.
  const tidied = tidy(store, options.onWarning ?? logWarning, ending.signal).catch((error) => {
    if (!ending.signal.aborted) store.onFailure(error, 'the deletion of unused files');
  });
  return async () => {
    options.leases?.endAll();
    await Promise.all([
      closeServer(server, closeMillis),
      Promise.race([tidied, pause(closeMillis, undefined, { ref: false })]),
    ]);
    ending.abort();
    await tidied;
  };
}

async function start(options: ServiceOptions, dataFolder: string): Promise<Service> {
  const warning = await sharedFolderWarning(dataFolder);
  if (warning !== null) (options.onWarning ?? logWarning)(warning);
  const store = await openStore({
    folder: dataFolder,
    ...(options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }),
    onFailure: options.onFailure ?? logFailure,
  });
  let opened: Server | null = null;
  try {
    const secret = randomBytes(32).toString('base64url');
    const { app, apiKeyFile } = await preparedApp(store, options, { dataFolder, secret });
    const server = createServer(requestListener(app, options.ownsProcess ?? false));
    opened = server;
    server.keepAliveTimeout = 75_000;
    // An upload may take any time as long as it makes progress: see body-pieces.ts.
    server.requestTimeout = 0;
    const { port } = await listen(server, options.port ?? 0);
    const info = { url: `http://127.0.0.1:${port}`, pid: process.pid, secret };
    await store.synced();
    await writeServiceFile(dataFolder, info);
    const end = runInBackground(store, server, options);
    let closing: Promise<void> | null = null;
    const close = async () => {
      await end();
      await removeServiceFile(dataFolder, info);
      await store.close();
    };
    return {
      url: info.url,
      port,
      apiKeyFile,
      close: () => {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    if (opened?.listening) await closeServer(opened, 0);
    // The first error is the cause; a full disk makes this call fail too.
    await store.close().catch(() => {});
    throw error;
  }
}

/**
 * Starts the service on the loopback address.
 *
 * @throws Error with a one-line message that states the cause and the remedy: the port is in use, the data folder or
 * the database cannot be used, the disk is full, another process uses the folder, or a newer version wrote it. No
 * part of the service keeps running then.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const dataFolder = resolve(options.dataFolder ?? neededFolder(defaultDataFolder()));
  try {
    return await start(options, dataFolder).catch(async (error: unknown) => {
      // Releasing the reserved space lets the service start on a full disk, so that something can be deleted.
      if (isDiskFull(error) && (await new DiskReserve(dataFolder).release())) return await start(options, dataFolder);
      throw error;
    });
  } catch (error) {
    throw await startFailure(error, { dataFolder, databaseUrl: options.databaseUrl });
  }
}

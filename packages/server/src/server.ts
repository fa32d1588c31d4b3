import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import { defaultDataFolder, folderKey, sharedFolderWarning } from './data-folder.ts';
import { loadDemo } from './demo.ts';
import { saysFull } from './errors.ts';
import type { Session } from './handler.ts';
import { openCommand } from './page/open-command.ts';
import { removeServiceFile, writeServiceFile } from './service-file.ts';
import { startFailure } from './start-failure.ts';
import { sweepContents } from './store/content-sweep.ts';
import { DiskReserve } from './store/disk-reserve.ts';
import { clearIncoming } from './store/incoming-files.ts';
import { expireBatches } from './store/metric-batches.ts';
import { ensureWorkspace } from './store/projects.ts';
import { openStore, type Store } from './store/store.ts';

/** The workspace of everyone who names none. */
export const defaultWorkspaceName = 'local';

/** How to start a service. */
export interface ServiceOptions {
  /** 0 (the default) takes a free one. */
  readonly port?: number;
  /** Default: `.tracklens` in the home folder. */
  readonly dataFolder?: string;
  /** Kept as the folder's key. Default: the folder's key, random at the first start. */
  readonly apiKey?: string;
  /** Loads the recorded example once, into the workspace `demo`. */
  readonly demo?: boolean;
  /** `postgres://…` in place of the file in the data folder. */
  readonly databaseUrl?: string;
  /**
   * True when the process does nothing else: the adapter's light `Request` and `Response` then take the place of the platform's,
   * which a small answer would spend a quarter of its time on. Default: false.
   */
  readonly ownsProcess?: boolean;
  /** The clock: milliseconds since 1970. A test sets its own. */
  readonly now?: () => number;
  /** Is told of failures that are the service's own fault. Default: standard error. */
  readonly onFailure?: (error: unknown, what: string) => void;
  /** Is told what a person should know about the data folder. Default: standard error. */
  readonly onWarning?: (warning: string) => void;
}

/** A running service. */
export interface Service {
  /** Root address without a final slash. */
  readonly url: string;
  readonly port: number;
  /** File that holds the API key. */
  readonly apiKeyFile: string;
  /** Ends what is under way and closes the data; does nothing the second time. */
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

function listen(server: Server, port: number): Promise<AddressInfo> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} is in use`,
        EACCES: `Port ${port} needs more rights than this user has`,
      };
      const reason = reasons[error.code ?? ''] ?? `Port ${port} cannot be used (${error.message})`;
      fail(new Error(`${reason}. Choose another with --port, or 0.`));
    });
    server.listen(port, '127.0.0.1', () => done(server.address() as AddressInfo));
  });
}

/** Writes a warning to standard error. */
function logWarning(warning: string): void {
  console.error(`tracklens: ${warning}`);
}

/** Writes a failure of the service's own to standard error. */
function logFailure(error: unknown, what: string): void {
  console.error(`${new Date().toISOString()} ${what} failed:`, error);
}

/** How long requests that are under way when the service closes may still take. */
const closeMillis = 2_000;

/** Ends the connections of a server: at once those that wait, after a while also those with a request under way. */
async function closeServer(server: Server, withinMillis: number): Promise<void> {
  await new Promise<void>((done) => {
    server.close(() => done());
    server.closeIdleConnections();
    if (withinMillis === 0) server.closeAllConnections();
    else setTimeout(() => server.closeAllConnections(), withinMillis).unref();
  });
}

/** Removes what earlier processes left, and takes the space that deletions get on a full disk. */
async function tidy(store: Store, warn: (warning: string) => void, ending: AbortSignal): Promise<void> {
  await store.reserve?.fill();
  if ((await sweepContents(store, ending)) !== null) return;
  warn(
    `Files in ${store.folder} that no record refers to are left alone: the database is not the one that they were stored with.`,
  );
}

async function start(options: ServiceOptions, dataFolder: string): Promise<Service> {
  const warning = await sharedFolderWarning(dataFolder);
  if (warning !== null) (options.onWarning ?? logWarning)(warning);
  const store = await openStore({
    folder: dataFolder,
    ...(options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }),
  });
  let server: Server | null = null;
  try {
    await clearIncoming(store);
    // Nobody waits for it; what fails is begun again at the next start.
    void expireBatches(store.db, (options.now ?? Date.now)()).catch(() => {});
    const { apiKey, apiKeyFile } = await folderKey(dataFolder, options.apiKey);
    const session: Session = { userName: userName(), defaultWorkspaceName };
    await ensureWorkspace(store.db, defaultWorkspaceName, Date.now());
    if (options.demo) await loadDemo(store, session);
    const app = createApp({
      store,
      apiKey,
      session,
      ...(options.now === undefined ? {} : { now: options.now }),
      onFailure: options.onFailure ?? logFailure,
      page: { apiKeyFile, openCommand: openCommand(dataFolder) },
    });
    const opened = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: options.ownsProcess ?? false }));
    server = opened;
    opened.keepAliveTimeout = 75_000;
    // An upload takes as long as it makes progress: body-pieces.ts.
    opened.requestTimeout = 0;
    const { port } = await listen(opened, options.port ?? 0);
    const announcement = { url: `http://127.0.0.1:${port}`, pid: process.pid };
    await store.synced();
    await writeServiceFile(dataFolder, announcement);
    const ending = new AbortController();
    // Nobody waits for it; what fails is begun again at the next start.
    const tidied = tidy(store, options.onWarning ?? logWarning, ending.signal).catch(() => {});
    let closing: Promise<void> | null = null;
    const close = async () => {
      await Promise.all([
        closeServer(opened, closeMillis),
        Promise.race([tidied, pause(closeMillis, undefined, { ref: false })]),
      ]);
      ending.abort();
      await tidied;
      await removeServiceFile(dataFolder, announcement);
      await store.close();
    };
    return {
      url: announcement.url,
      port,
      apiKeyFile,
      close: () => {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    if (server?.listening) await closeServer(server, 0);
    // The first failure says what is wrong; a full disk makes this one fail too.
    await store.close().catch(() => {});
    throw error;
  }
}

/**
 * Starts the service on the loopback address.
 *
 * @throws Error with one line that says what happened and what to do: the port is in use, the data folder or the database cannot be
 * used, the disk is full, another process holds the folder, or a newer version wrote it. Nothing of the service runs on then.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const dataFolder = resolve(options.dataFolder ?? defaultDataFolder);
  try {
    return await start(options, dataFolder).catch(async (error: unknown) => {
      // With the reserved space a service whose disk is full starts, so that something can be deleted.
      if (saysFull(error) && (await new DiskReserve(dataFolder).release())) return await start(options, dataFolder);
      throw error;
    });
  } catch (error) {
    throw await startFailure(error, { dataFolder, databaseUrl: options.databaseUrl });
  }
}

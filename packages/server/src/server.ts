import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { announce, withdraw } from './announcement.ts';
import { createApp } from './app.ts';
import { defaultDataFolder, folderKey } from './data-folder.ts';
import { loadDemo } from './demo.ts';
import type { Session } from './handler.ts';
import { openCommand } from './page/open-command.ts';
import { finishReleases } from './store/contents.ts';
import { clearIncoming } from './store/incoming-files.ts';
import { ensureWorkspace } from './store/projects.ts';
import { openStore } from './store/store.ts';

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
      fail(
        error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use. Choose another with --port, or 0.`) : error,
      );
    });
    server.listen(port, '127.0.0.1', () => done(server.address() as AddressInfo));
  });
}

/** Why the data cannot be opened, with what to do. */
function openFailure(error: unknown, dataFolder: string, databaseUrl: string | undefined): unknown {
  const { code, syscall, path, message } = error as NodeJS.ErrnoException;
  if (path !== undefined && syscall !== undefined) {
    return new Error(`${dataFolder} cannot be the data folder (${message}). Give another with --data.`, {
      cause: error,
    });
  }
  if (databaseUrl === undefined || code === undefined) return error;
  const what = `The database cannot be used (${message || code})`;
  const remedy = 'Check that it runs, and the address in --database or TRACKLENS_DATABASE_URL';
  return new Error(`${what}. ${remedy}.`, { cause: error });
}

/** Writes a failure of the service's own to standard error. */
function logFailure(error: unknown, what: string): void {
  console.error(`${new Date().toISOString()} ${what} failed:`, error);
}

/**
 * Starts the service on the loopback address.
 *
 * @throws Error when the port is in use, the data folder or the database cannot be used, another process holds the folder, or a
 * newer version wrote it.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const dataFolder = resolve(options.dataFolder ?? defaultDataFolder);
  const store = await openStore({
    folder: dataFolder,
    ...(options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }),
  }).catch((error: unknown) => {
    throw openFailure(error, dataFolder, options.databaseUrl);
  });
  try {
    await clearIncoming(store);
    // Nobody waits for it; what fails is begun again at the next start.
    void finishReleases(store).catch(() => {});
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
    const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: options.ownsProcess ?? false }));
    server.keepAliveTimeout = 75_000;
    // An upload takes as long as it takes.
    server.requestTimeout = 0;
    const { port } = await listen(server, options.port ?? 0);
    const announcement = { url: `http://127.0.0.1:${port}`, pid: process.pid };
    await announce(dataFolder, announcement);
    let closing: Promise<void> | null = null;
    const close = async () => {
      await new Promise<void>((done) => {
        server.close(() => done());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 2_000).unref();
      });
      await withdraw(dataFolder, announcement);
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
    await store.close();
    throw error;
  }
}

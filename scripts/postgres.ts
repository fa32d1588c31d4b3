import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemPackages } from './apt-packages.ts';
import { startProcess } from './child-process.ts';
import { run } from './command.ts';
import { freePort } from './free-port.ts';
import { postgresPrograms } from './postgres-programs.ts';

/** Temporary PostgreSQL server on the loopback address. Its data is deleted when it stops. */
export interface Postgres {
  /** `postgres://…` URL of an empty database. */
  url: string;
  /** Id of its first process, the parent of the others. */
  pid(): number;
  /** Shuts the server down and keeps its data. */
  halt(): Promise<void>;
  /** Restarts the server with the same data and address. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Settings of data that need not survive a crash of the machine: half the time of a test. */
const unsafe = [
  ...['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'],
  ...['wal_level=minimal', 'max_wal_senders=0', 'autovacuum=off', 'jit=off'],
];

/**
 * Starts a server with additional settings (`name=value`), installing PostgreSQL if missing. As root it runs as the
 * user `postgres`, because the server refuses to run as root.
 */
export async function startPostgres(more: readonly string[] = []): Promise<Postgres> {
  await systemPackages('postgres');
  const programs = postgresPrograms()!;
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-postgres-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const userId = Number(await run('id', ['-u', 'postgres']));
    await chown(folder, userId, -1);
    await chmod(folder, 0o700);
  }
  const asServerUser = (program: string, args: readonly string[]): [string, string[]] =>
    isRoot
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', path.join(programs, program), ...args]]
      : [path.join(programs, program), [...args]];
  const data = path.join(folder, 'data');
  const options = ['-D', data, '-U', 'tracklens', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await run(...asServerUser('initdb', options), { cwd: folder });
  const port = await freePort();
  // No Unix socket: its path would be too long in the temporary folder of macOS.
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...unsafe, ...more];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const isReady = (output: string) => output.includes('ready to accept connections') || null;
  const start = () => startProcess(...asServerUser('postgres', args), isReady, { cwd: folder });
  let server = await start();
  const halt = async () => {
    // SIGINT, because on the signal that `stop` sends the server would wait for its connected clients.
    server.child.kill('SIGINT');
    await server.stop();
  };
  return {
    url: `postgres://tracklens@127.0.0.1:${port}/postgres`,
    pid: () => server.child.pid!,
    halt,
    resume: async () => {
      server = await start();
    },
    stop: async () => {
      await halt();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

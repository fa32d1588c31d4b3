import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { systemPackages } from '../../scripts/apt-packages.ts';
import { type StartedProcess, startProcess } from '../../scripts/child-process.ts';
import { inRoot } from '../../scripts/folders.ts';
import { freePort } from '../../scripts/free-port.ts';
import { postgresPrograms } from '../../scripts/postgres-programs.ts';

/** Runs a command in a mount namespace, where it can mount a small file system that is gone when the command ends. */
export const ownMounts = [
  '-r',
  '-m',
  'sh',
  '-c',
  'mount -t tmpfs -o size="$1" tmpfs "$2" && shift 2 && exec "$@"',
  'sh',
];
/** Runs a command as another user within the namespace, because PostgreSQL does not run as root. */
const asUser = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];

const runs = (args: readonly string[]) => spawnSync('unshare', args, { stdio: 'ignore' }).status === 0;

/** Value of a test's `skip`: the reason why this system cannot mount a small disk; false if it can. */
export const skipSmallDisk = runs([...ownMounts, '1m', tmpdir(), 'true'])
  ? false
  : 'this system lets no test mount a small file system';
/** The same for PostgreSQL on a small disk. */
export const skipPostgresDisk =
  skipSmallDisk === false && !runs([...ownMounts, '1m', tmpdir(), ...asUser, 'true'])
    ? 'this system lets no test run as another user'
    : skipSmallDisk;

/** Service whose database is on a small disk. */
export interface SmallService {
  readonly url: string;
  readonly apiKey: string;
  /** Path of the small disk for this process. */
  readonly disk: string;
  /** Path of the data folder for this process. */
  readonly dataFolder: string;
  /** Returns the output of the service. */
  output(): string;
}

const apiKey = 'full-disk-key-0123456789';
/** Command line of the command `tracklens`, run from source. */
export const program = [
  process.execPath,
  '--conditions=@tracklens/source',
  inRoot('packages', 'server', 'src', 'cli', 'main.ts'),
];
const serve = (dataFolder: string) => ['serve', '--data', dataFolder, '--api-key', apiKey, '--parent-stdin'];
const addressOf = (output: string) => /^tracklens service: (\S+)$/m.exec(output)?.[1];
/** Returns the path of a folder in the mount namespace of another process. */
const seenFrom = ({ child }: StartedProcess, folder: string) => join('/proc', String(child.pid), 'root', folder);

/** Starts a service whose data folder, with its SQLite file, is a small disk. */
export async function serviceOnSmallDisk(t: TestContext, size: string): Promise<SmallService> {
  const folder = await temporaryFolder(t);
  const args = [...ownMounts, size, folder, ...program, ...serve(join(folder, 'data'))];
  const service = await startProcess('unshare', args, addressOf, { stdin: 'pipe' });
  cleanup(t).defer(() => service.stop());
  const disk = seenFrom(service, folder);
  return { url: service.found, apiKey, disk, dataFolder: join(disk, 'data'), output: service.output };
}

/** Script that creates a database with a separate write-ahead log and runs PostgreSQL, again whenever it ends. */
const createAndRun = `
tables=$1 programs=$2 port=$3 log=$4 more=$5
cd "$tables"
"$programs/initdb" -D data -X "$log/log" -U tracklens --auth=trust -E UTF8 --locale=C --no-sync --wal-segsize=1 >/dev/null || exit
trap 'kill -INT $child; wait $child; exit' TERM
while true; do
  "$programs/postgres" -D data -p "$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c shared_buffers=4MB $more &
  child=$!
  wait $child
  sleep 0.2
done`;

/** Part of PostgreSQL that is on the small disk. */
const parts = {
  tables: '',
  // Deleting rows frees no space: the next log segment needs its own.
  log: '-c max_wal_size=1GB -c checkpoint_timeout=1d',
} as const;

/** Starts a service whose PostgreSQL has its tables or its write-ahead log on a small disk. */
export async function serviceOnSmallPostgres(
  t: TestContext,
  part: keyof typeof parts,
  size: string,
): Promise<SmallService> {
  await systemPackages('postgres');
  const places = { tables: await temporaryFolder(t), log: await temporaryFolder(t) };
  const port = await freePort();
  const shell = [
    'sh',
    '-c',
    createAndRun,
    'sh',
    places.tables,
    postgresPrograms()!,
    String(port),
    places.log,
    parts[part],
  ];
  const ready = (output: string) => output.includes('ready to accept connections') || null;
  const postgres = await startProcess('unshare', [...ownMounts, size, places[part], ...asUser, ...shell], ready);
  const dataFolder = await temporaryFolder(t);
  const database = ['--database', `postgres://tracklens@127.0.0.1:${port}/postgres`];
  const [command, ...args] = [...program, ...serve(dataFolder), ...database] as [string, ...string[]];
  const service = await startProcess(command, args, addressOf, { stdin: 'pipe' });
  cleanup(t).defer(async () => {
    await service.stop();
    await postgres.stop();
  });
  return {
    url: service.found,
    apiKey,
    disk: seenFrom(postgres, places[part]),
    dataFolder,
    output: () => service.output() + postgres.output(),
  };
}

/** Fills a disk to the last byte. */
export function fill(disk: string): string {
  const path = join(disk, 'ballast');
  const file = openSync(path, 'w');
  try {
    for (let size = 1024 * 1024; size >= 1; ) {
      try {
        writeSync(file, Buffer.alloc(size, 1));
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(file);
  }
  return path;
}

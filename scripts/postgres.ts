import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postgresPrograms, systemPackages } from './apt-packages.ts';
import { startProcess } from './child-process.ts';
import { run } from './command.ts';
import { freePort } from './free-port.ts';

/** A PostgreSQL of its own, on the loopback address, whose data goes when it stops. */
export interface Postgres {
  /** `postgres://…` of a database that is empty. */
  url: string;
  stop(): Promise<void>;
}

/** Starts one, installed now when it is missing. Root lends the work to the user `postgres`: the server refuses to run as root. */
export async function startPostgres(): Promise<Postgres> {
  await systemPackages('postgres');
  const programs = postgresPrograms()!;
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-postgres-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const ids = (await run('id', ['-u', 'postgres'])).trim();
    await chown(folder, Number(ids), -1);
    await chmod(folder, 0o700);
  }
  const lent = (program: string, args: readonly string[]): [string, string[]] =>
    isRoot
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', path.join(programs, program), ...args]]
      : [path.join(programs, program), [...args]];
  const data = path.join(folder, 'data');
  const [maker, make] = lent('initdb', [
    '-D',
    data,
    '-U',
    'tracklens',
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ]);
  await run(maker, make, { cwd: folder });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off'];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const [command, given] = lent('postgres', args);
  const server = await startProcess(
    command,
    given,
    (output) => output.includes('ready to accept connections') || null,
    {
      cwd: folder,
    },
  );
  return {
    url: `postgres://tracklens@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

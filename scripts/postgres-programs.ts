import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Folders with one PostgreSQL installation per version, and the subfolder of the programs in each. */
const versionFolders: readonly { parent: string; version: RegExp; programs: string }[] = [
  // Debian and Ubuntu
  { parent: '/usr/lib/postgresql', version: /^(\d+)$/, programs: 'bin' },
  // Homebrew on Apple silicon, then on Intel
  { parent: '/opt/homebrew/opt', version: /^postgresql@(\d+)$/, programs: 'bin' },
  { parent: '/usr/local/opt', version: /^postgresql@(\d+)$/, programs: 'bin' },
  // Postgres.app
  { parent: '/Applications/Postgres.app/Contents/Versions', version: /^(\d+)$/, programs: 'bin' },
  // The installer for Windows
  { parent: 'C:\\Program Files\\PostgreSQL', version: /^(\d+)$/, programs: 'bin' },
];

/**
 * Returns the program folder of the newest installed PostgreSQL server, otherwise the first folder on PATH that
 * contains them, or null.
 */
export function postgresPrograms(
  versions = versionFolders,
  searchPath: string = process.env.PATH ?? '',
): string | null {
  const isServer = (folder: string) =>
    ['initdb', 'initdb.exe'].some((program) => existsSync(path.join(folder, program)));
  for (const { parent, version, programs } of versions) {
    const names = existsSync(parent) ? readdirSync(parent) : [];
    const number = (name: string) => Number(version.exec(name)?.[1] ?? 0);
    const folders = names
      .filter((name) => number(name) > 0)
      .sort((a, b) => number(b) - number(a))
      .map((name) => path.join(parent, name, programs));
    const newest = folders.find(isServer);
    if (newest !== undefined) return newest;
  }
  return searchPath.split(path.delimiter).find((folder) => folder !== '' && isServer(folder)) ?? null;
}

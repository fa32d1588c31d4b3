import { UsageError } from './usage-error.ts';

/** Beginning of an address that the driver of PostgreSQL understands: a URL, or the folder of a socket. */
const addressStart = /^(?:postgres(?:ql)?:\/\/|socket:|\/)/;

/**
 * Returns the address of the database, from `--database` or the environment; undefined for the file in the data folder.
 *
 * @throws UsageError for a text that is no address. The message does not repeat it: it may contain a password.
 */
export function databaseUrlOf(given: string | undefined): string | undefined {
  const url = given ?? (process.env.TRACKLENS_DATABASE_URL || undefined);
  if (url === undefined || addressStart.test(url)) return url;
  const name = given === undefined ? 'TRACKLENS_DATABASE_URL' : '--database';
  throw new UsageError(`${name} is no address of PostgreSQL, such as postgres://USER:PASSWORD@HOST:5432/DATABASE`);
}

import { readFile } from 'node:fs/promises';

/** Client's end of a connection, and the port of the service. */
export interface Peer {
  /** IP address of the client. */
  readonly address: string;
  /** Port of the client. */
  readonly port: number;
  /** Port of the service. */
  readonly servicePort: number;
}

/** Tables of the TCP connections, which Linux has; a client may use an IPv6 socket for an IPv4 address. */
const tables = ['/proc/net/tcp', '/proc/net/tcp6'];
/** State of an established connection. Later ones do not have the user of the socket any more. */
const established = '01';

const hexPort = (port: number) => port.toString(16).toUpperCase().padStart(4, '0');

/** Returns the address as in the tables: the bytes of IPv4 in reverse order. */
function hexAddress(address: string): string {
  const bytes = address.replace(/^::ffff:/, '').split('.');
  return bytes
    .reverse()
    .map((byte) => Number(byte).toString(16).toUpperCase().padStart(2, '0'))
    .join('');
}

/**
 * Returns the user id of a peer in a table of connections; null when it has no such connection.
 * @internal Exported for tests: tested with tables of other machines.
 */
export function userInTable(table: string, { address, port, servicePort }: Peer): number | null {
  for (const line of table.split('\n')) {
    const [, local = '', remote = '', state, , , , uid] = line.trim().split(/\s+/);
    if (state !== established || !remote.endsWith(`:${hexPort(servicePort)}`)) continue;
    if (local.endsWith(`${hexAddress(address)}:${hexPort(port)}`)) return Number(uid);
  }
  return null;
}

/**
 * Returns whether the program at the other end of a connection on this machine belongs to a user, or to root, as the
 * program that forwards the ports of a virtual machine. True where the system does not report it.
 */
export async function isOfUser(peer: Peer, uid: number): Promise<boolean> {
  const texts = await Promise.all(tables.map((path) => readFile(path, 'utf8').catch(() => null)));
  if (texts[0] === null) return true;
  const found = texts.map((table) => userInTable(table ?? '', peer)).find((user) => user !== null);
  return found === uid || found === 0;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userInTable } from './peer-user.ts';

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when resent     uid  timeout inode
   0: 0100007F:15B3 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 101 1 0 100 0 0 10 0
   1: 0100007F:15B3 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 102 1 0 20 4 30 10 -1
   2: 0100007F:C350 0100007F:15B3 01 00000000:00000000 00:00000000 00000000  1001        0 103 1 0 20 4 30 10 -1
   3: 0100007F:C351 0100007F:15B3 06 00000000:00000000 03:00000F9C 00000000     0        0 0 3 0
   4: 0500007F:C352 0100007F:15B3 01 00000000:00000000 00:00000000 00000000  1002        0 104 1 0 20 4 30 10 -1
`;
const table6 = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when resent     uid  timeout inode
   0: 0000000000000000FFFF00000100007F:C353 0000000000000000FFFF00000100007F:15B3 01 00000000:00000000 00:00000000 00000000  1003
`;

test('the user of a connection is that of the end of the client, while it is established', () => {
  const userOf = (address: string, port: number, text = table) =>
    userInTable(text, { address, port, servicePort: 5555 });
  assert.equal(userOf('127.0.0.1', 50_000), 1001);
  // Closed by its program: the system does not name the user any more.
  assert.equal(userOf('127.0.0.1', 50_001), null);
  assert.equal(userOf('127.0.0.1', 50_002), null);
  assert.equal(userOf('127.0.0.5', 50_002), 1002);
  assert.equal(userOf('::ffff:127.0.0.1', 50_003, table6), 1003);
  assert.equal(userOf('127.0.0.1', 1), null);
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { proofPath, serviceProof } from '@tracklens/core/contract';
import { type CleanupOwner, cleanup } from '@tracklens/core/test-support';

/** A program that is not a service, on the port that a killed service had. */
export interface OtherProgram {
  /** Root URL without a trailing slash. */
  readonly url: string;
  /** Path and `Authorization` header of each request that it got. */
  readonly received: { readonly path: string; readonly authorization: string | undefined }[];
}

/**
 * Starts such a program. It responds with a status, or never. With the secret of a service it is one that proves its
 * address. It ends when the test ends.
 */
export async function otherProgram(
  owner: CleanupOwner,
  status: number | 'never',
  secret?: string,
): Promise<OtherProgram> {
  const received: OtherProgram['received'] = [];
  const server = createServer(({ url = '', headers }, response) => {
    received.push({ path: url, authorization: headers.authorization });
    const nonce = url.split(`${proofPath}/`)[1];
    if (nonce !== undefined && secret !== undefined)
      void serviceProof(secret, nonce).then((proof) => response.end(JSON.stringify({ proof })));
    else if (status !== 'never') response.writeHead(status).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  cleanup(owner).defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

import { proofPath, serviceProof } from '../contract/index.ts';

/** Returns the response of a service with this secret to a request for a proof; null for other requests. */
export async function proofAnswer(path: string | undefined, secret: string): Promise<string | null> {
  const nonce = path?.split(`${proofPath}/`)[1];
  return nonce === undefined ? null : JSON.stringify({ proof: await serviceProof(secret, nonce) });
}

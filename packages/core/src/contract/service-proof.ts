/*
 * Proof that the program at an address is the service that published the address in its data folder, next to a secret
 * that only its owner can read. A client asks for it before it sends the API key, because a service that was killed
 * leaves the address, and another program may listen there. The question is random, so that no answer can be reused.
 */

/** Path of the route that answers with a proof. */
export const proofPath: string = '/api/service-proof';

/** Question to the program at a published address. */
interface ProofQuestion {
  /** Path of the request, a GET without a key. */
  readonly path: string;
  /** Returns whether the text of a response is the right answer. */
  isAnsweredBy(response: string): Promise<boolean>;
}

const hexText = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns the answer of the service with a secret: the HMAC-SHA256 of the nonce, in hexadecimal digits. */
export async function serviceProof(secret: string, nonce: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  return hexText(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(nonce))));
}

/** Returns a new question to the service with a secret. */
export function proofQuestion(secret: string): ProofQuestion {
  const nonce = hexText(crypto.getRandomValues(new Uint8Array(32)));
  return {
    path: `${proofPath}/${nonce}`,
    async isAnsweredBy(response) {
      try {
        const { proof } = JSON.parse(response) as { proof?: unknown };
        return proof === (await serviceProof(secret, nonce));
      } catch {
        return false;
      }
    },
  };
}

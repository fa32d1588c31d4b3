import { RestApiException } from '../client/errors.ts';
import type { Transport } from '../client/transport.ts';
import { proofQuestion } from '../contract/index.ts';
import { type LocalService, localServiceIn } from './local-service.ts';
import { loopbackTransport } from './loopback-transport.ts';

/** Time limit of the proof in milliseconds: the service may be busy. */
const proofMillis = 10_000;

/** Proof that a local service published its address. It is requested once, and again after a failure. */
export interface ServiceProof {
  /** Whether the service has proved its address. */
  readonly isProven: boolean;
  /** @throws RestApiException `unreachable` or `timeout` unless the service proves its address */
  request(): Promise<void>;
}

async function requestProof({ url, folder }: LocalService): Promise<void> {
  // Read again: the service may have been started again at the same address.
  const service = localServiceIn(folder);
  const question = service?.url === url && service.secret !== null ? proofQuestion(service.secret) : null;
  if (question !== null) {
    // Without the key.
    const transport = loopbackTransport({ url, apiKey: null });
    const request = { method: 'GET', path: question.path, query: [], timeoutMillis: proofMillis } as const;
    if (await question.isAnsweredBy(await (await transport.send(request)).body.text())) return;
  }
  throw RestApiException.from({
    code: 'unreachable',
    reason: `the program at ${url} is not the local service of ${folder}, which published this address`,
    remedy: 'Start the service again',
  });
}

/** Returns the proof of a local service. */
export function serviceProofOf(service: LocalService): ServiceProof {
  let requested: Promise<void> | null = null;
  let isProven = false;
  const request = async () => {
    try {
      await requestProof(service);
      isProven = true;
    } catch (error) {
      requested = null;
      throw error;
    }
  };
  return {
    get isProven() {
      return isProven;
    },
    request() {
      requested ??= request();
      return requested;
    },
  };
}

/** Returns a transport that sends nothing before a proof. */
export function provenTransport(transport: Transport, proof: ServiceProof): Transport {
  return {
    async send(request, signal) {
      await proof.request();
      return await transport.send(request, signal);
    },
  };
}

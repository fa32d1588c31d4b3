import { abortable } from '../client/abortable.ts';
import { RestApiException } from '../client/errors.ts';
import { requestFailure } from '../client/request-failure.ts';
import { timerMillis } from '../client/timer-millis.ts';
import type { Transport, WireRequest } from '../client/transport.ts';
import { proofQuestion } from '../contract/index.ts';
import { type LocalService, localServiceIn } from './local-service.ts';
import { loopbackTransport } from './loopback-transport.ts';

/** Time limit of the proof in milliseconds: the service may be busy. */
const proofMillis = 10_000;

/** Proof that a local service published its address. It is requested once, and again after a failure. */
export interface ServiceProof {
  /** Whether the service has proved its address. */
  readonly isProven: boolean;
  /**
   * Waits for the proof at most as long as a request may wait for its response.
   *
   * @throws RestApiException `unreachable` or `timeout` unless the service proves its address
   */
  request(waiting: WireRequest): Promise<void>;
}

const unproven = (reason: string, remedy: string) => RestApiException.of({ code: 'unreachable', reason, remedy });

async function requestProof({ url, folder }: LocalService): Promise<void> {
  // Read again: the service may have been started again at the same address.
  const service = localServiceIn(folder);
  if (service === null) {
    throw unproven(`the local service of ${folder} has ended`, 'Start it, then create the API again');
  }
  if (service.url !== url) {
    throw unproven(`the local service of ${folder} is now at ${service.url} instead of ${url}`, 'Create the API again');
  }
  if (service.secret !== null) {
    const question = proofQuestion(service.secret);
    // Without the key.
    const transport = loopbackTransport({ url, apiKey: null });
    const request = { method: 'GET', path: question.path, query: [], timeoutMillis: proofMillis } as const;
    if (await question.isAnsweredBy(await (await transport.send(request)).body.text())) return;
  }
  throw unproven(
    `the program at ${url} is not the local service of ${folder}, which published this address`,
    'Start the service again',
  );
}

/** Waits for a proof at most as long as a request may wait for its response. */
async function withinLimit(proof: Promise<void>, waiting: WireRequest, url: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const expire = () => reject(requestFailure(new DOMException('', 'TimeoutError'), waiting, undefined, url));
    timer = setTimeout(expire, timerMillis(waiting.timeoutMillis));
  });
  await Promise.race([proof, limit]).finally(() => clearTimeout(timer));
}

/** Returns the proof of a local service. */
export function serviceProofOf(service: LocalService): ServiceProof {
  let requested: Promise<void> | null = null;
  let isProven = false;
  const proven = async () => {
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
    async request(waiting) {
      if (isProven) return;
      requested ??= proven();
      await withinLimit(requested, waiting, service.url);
    },
  };
}

/** Returns a transport that sends nothing before a proof. */
export function provenTransport(transport: Transport, proof: ServiceProof): Transport {
  return {
    async send(request, signal) {
      await abortable(proof.request(request), signal);
      return await transport.send(request, signal);
    },
  };
}

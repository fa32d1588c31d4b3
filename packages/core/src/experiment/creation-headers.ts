import { abortable } from '../client/abortable.ts';
import { capabilitiesOf } from '../client/capabilities.ts';
import type { RestApiException } from '../client/errors.ts';
import type { OperationContext, OperationSubject } from '../client/operation.ts';
import { randomId } from '../client/random-id.ts';
import { creationKeys, idempotencyKeyHeader } from '../contract/index.ts';
import { isUnavailable } from '../write-queue/outage.ts';

/**
 * Returns the headers of a request that creates a version: a key, by which it can be sent again after a lost response.
 * Empty if the service does not recognize keys: it would create another version.
 */
export async function creationHeaders({
  operation,
  signal,
  subject,
}: OperationContext<OperationSubject>): Promise<Readonly<Record<string, string>>> {
  const recognized = capabilitiesOf(subject.connection, operation).then(
    (capabilities) => capabilities.has(creationKeys),
    (error: RestApiException) => {
      if (isUnavailable(error)) throw error;
      return false;
    },
  );
  return (await abortable(recognized, signal)) ? { [idempotencyKeyHeader]: randomId() } : {};
}

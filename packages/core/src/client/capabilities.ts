import { contract } from '../contract/index.ts';
import type { Connection } from './connection.ts';

const known = new WeakMap<Connection, Promise<ReadonlySet<string>>>();

/**
 * Returns what a service offers in addition to the wire protocol. A hosted account offers nothing. The service is asked
 * once per connection, and again after a failure.
 *
 * @param operation name of the operation in an error
 */
export function capabilitiesOf(connection: Connection, operation = 'capabilities'): Promise<ReadonlySet<string>> {
  const asked = known.get(connection);
  if (asked !== undefined) return asked;
  const capabilities = connection
    .call(operation, contract.account.version, {})
    .then((service) => new Set(service.capabilities));
  known.set(connection, capabilities);
  capabilities.catch(() => known.delete(connection));
  return capabilities;
}

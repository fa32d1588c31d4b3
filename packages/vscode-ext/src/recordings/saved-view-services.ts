import { OutputConnections } from '../notebooks/output-connections.ts';
import type { Services } from '../services.ts';
import type { Recording } from './recording-file.ts';

/**
 * Returns the services of the connection to the service that a view was saved from; those of the current connection if
 * there is none.
 */
export function servicesOfView({ url }: Pick<Recording, 'url'>, services: Services): Services {
  const service = URL.parse(url ?? '')?.origin;
  return new OutputConnections(services).servicesOf(service) ?? services;
}

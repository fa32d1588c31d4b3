import { checkTexts, fieldsOf, unknownResponse } from '../service/unknown-response.ts';

/** Connection that the user has signed in to, or a local service. Never contains the API key. */
export interface NamedConnection {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  /** Address of the service; empty for a local service that does not run. */
  readonly url: string;
  /** Data folder of a local service. */
  readonly dataFolder?: string;
  /** Whether the Jupyter server has started the local service, which ends with it. */
  readonly startedHere: boolean;
}

/** Id, in the URLs of its requests, of the service that environment or settings files configure. */
export const configuredId = 'configured';

/** All connections of the user. */
export interface ConnectionList {
  /** Id of the active connection; null for the service of the configuration. */
  readonly active: string | null;
  /** Id of the connection to the local service that the request has started; null after any other request. */
  readonly started: string | null;
  readonly connections: readonly NamedConnection[];
  /** Service that environment or settings files configure. */
  readonly configured: { readonly url: string; readonly source: string } | null;
  /** Data folder that a local service uses unless another is chosen. */
  readonly defaultFolder: string;
}

/** Reads the connections from the response of the Jupyter server. Throws for a response of another version. */
export function readConnectionList(response: unknown): ConnectionList {
  const { active, started, connections, configured, defaultFolder } = fieldsOf(response);
  checkTexts(active ?? '', started ?? '', defaultFolder);
  if (configured !== null) {
    const { url, source } = fieldsOf(configured);
    checkTexts(url, source);
  }
  if (!Array.isArray(connections)) throw unknownResponse();
  for (const connection of connections) {
    const { id, name, color, url, dataFolder = '', startedHere } = fieldsOf(connection);
    checkTexts(id, name, color, url, dataFolder);
    if (typeof startedHere !== 'boolean') throw unknownResponse();
  }
  return response as ConnectionList;
}

import { checkTexts, fieldsOf, unknownResponse } from './unknown-response.ts';

/** Active connection of the user. Without a name it is the configuration of the Jupyter server. */
interface ActiveConnection {
  /** Part of the URLs of its requests; null without the server extension or a Jupyter server. */
  readonly id: string | null;
  readonly name?: string;
  readonly color?: string;
  /** Data folder of a local service; empty for any other. */
  readonly dataFolder?: string;
}

/** Service that the Jupyter server reports. Never contains the API key. */
export type ServiceStatus = ActiveConnection &
  (
    | { readonly configured: true; readonly url: string; readonly source: string }
    | { readonly configured: false; readonly message: string; readonly remedy: string }
  );

/** Reads the status from the response of the Jupyter server. Throws for a response of another version. */
export function readServiceStatus(response: unknown): ServiceStatus {
  const { id, name = '', color = '', dataFolder = '', ...state } = fieldsOf(response);
  checkTexts(id ?? '', name, color, dataFolder);
  if (state.configured === true) checkTexts(state.url, state.source);
  else if (state.configured === false) checkTexts(state.message, state.remedy);
  else throw unknownResponse();
  return response as ServiceStatus;
}

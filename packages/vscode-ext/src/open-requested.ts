import { openLink } from './open-link.ts';
import type { OpenRequest } from './page-messages.ts';
import type { Services } from './services.ts';

/** Opens the panel or the link that a page asked for. */
export async function openRequested(request: OpenRequest, services: Services): Promise<void> {
  if (request.type === 'openExternal') await openLink(request.url, services);
  else (await services.panels()).open(request.target, request, request.state);
}

import { openLink } from './open-link.ts';
import type { OpenRequest } from './page-messages.ts';
import { reported } from './reported.ts';
import type { Services } from './services.ts';

/** Opens the panel or the link that a page asked for, and shows a failure. */
export async function openRequested(request: OpenRequest, services: Services): Promise<void> {
  await reported(services.log, async () => {
    if (request.type === 'openExternal') await openLink(request.url, services);
    else (await services.panels()).open(request.target, request, request.state);
  });
}

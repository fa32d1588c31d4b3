import type { API } from '@tracklens/core/browser';
import { isLoopback } from '@tracklens/core/client';
import type { OpenOptions, Target } from '@tracklens/core/display';
import type { OfflineReason } from '@tracklens/ui';
import { commandIds } from '../command-ids.ts';
import { configuredId } from '../connections/connection-list.ts';
import type { Tracklens } from '../tokens.ts';
import type { ServiceStatus } from './service-status.ts';
import { isStaticSite, staticSiteOutput } from './static-site.ts';

/** What an output reads from, or the reason why it shows its saved snapshot. */
export type OutputConnection =
  | { readonly api: API; readonly offlineReason: null }
  | { readonly api: null; readonly offlineReason: OfflineReason };

/** Id of the connection to the service that made an output, or the reason why there is none. */
type OutputService =
  | { readonly id: string | null; readonly offlineReason: null }
  | { readonly id: null; readonly offlineReason: OfflineReason };

/**
 * Returns what an output of a trusted notebook reads from: the connection to the service that made it, whichever is
 * active. `page` is the address of its page on that service.
 */
export async function outputConnection(tracklens: Tracklens, page: string | undefined): Promise<OutputConnection> {
  if (isStaticSite()) return { api: null, offlineReason: staticSiteOutput(tracklens.translate) };
  const { id, offlineReason } = await outputService(tracklens, page);
  return offlineReason === null
    ? { api: await tracklens.clients.reader(id), offlineReason }
    : { api: null, offlineReason };
}

/** Opens a target in a panel of the service of a page. Without a connection to it, reports what to do. */
export async function openOnService(
  tracklens: Tracklens,
  page: string | undefined,
  target: Target,
  options: OpenOptions,
): Promise<void> {
  const { host } = tracklens;
  if (isStaticSite()) return host.open(target, options);
  const { id, offlineReason } = await outputService(tracklens, page);
  if (offlineReason === null) host.open(target, { ...options, connection: id ?? undefined });
  else host.report({ message: offlineReason.message, remedy: offlineReason.remedy });
}

async function outputService(tracklens: Tracklens, page: string | undefined): Promise<OutputService> {
  const { clients } = tracklens;
  const status = clients.current ?? (await clients.status().catch(() => null));
  // The view reports a Jupyter server that does not respond, or that lacks the extension.
  if (status === null || status.id === null) return { id: null, offlineReason: null };
  const origin = page === undefined ? null : (URL.parse(page)?.origin ?? null);
  if (origin !== null && !belongsTo(origin, status)) {
    const found = await connectionAt(tracklens, origin);
    if (found !== null) return { id: found, offlineReason: null };
    const local = isLocal(origin) && (!status.configured || isLocal(status.url));
    if (!local) return { id: null, offlineReason: otherService(tracklens, origin) };
  }
  if (!status.configured) return { id: null, offlineReason: noService(tracklens, status) };
  return { id: status.id, offlineReason: null };
}

function belongsTo(origin: string, status: ServiceStatus): boolean {
  return status.configured && URL.parse(status.url)?.origin === origin;
}

function isLocal(address: string): boolean {
  return isLoopback(URL.parse(address)?.hostname ?? '');
}

/** Returns the id of the connection to the service at an origin: the active one if there are several. */
export async function connectionAt({ connections }: Tracklens, origin: string): Promise<string | null> {
  const list = await connections.list().catch(() => null);
  if (list === null) return null;
  const { configured, connections: named } = list;
  const all = configured === null ? named : [{ id: configuredId, url: configured.url }, ...named];
  const there = all.filter(({ url }) => URL.parse(url)?.origin === origin).map(({ id }) => id);
  const active = list.active ?? configuredId;
  return there.includes(active) ? active : (there[0] ?? null);
}

function otherService({ translate, commands }: Tracklens, origin: string): OfflineReason {
  return {
    message: translate('The service %1 is not connected.', new URL(origin).host),
    remedy: translate('Sign in to it to read its data.'),
    action: { title: translate('Sign In…'), run: () => void commands.execute(commandIds.signIn, { url: origin }) },
  };
}

function noService({ translate, commands }: Tracklens, status: ServiceStatus & { configured: false }): OfflineReason {
  return {
    message: translate(status.message),
    remedy: translate('Start a local service or sign in, in the Tracklens sidebar.'),
    action: { title: translate('Connect…'), run: () => void commands.execute(commandIds.showSidebar) },
  };
}

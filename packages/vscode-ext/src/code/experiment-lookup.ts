import type { ExperimentMetadata } from '@tracklens/core/contract';
import { targetOfPage } from '@tracklens/core/display';
import type { ExperimentSummary } from '@tracklens/ui/trees';
import type { ServiceClient } from '../connection/connected-service.ts';
import type { ConnectionProfile } from '../connection/connection-profiles.ts';
import type { Services } from '../services.ts';
import { TimedCache } from './timed-cache.ts';

/** Client of a connection. */
export interface ConnectedProfile extends ServiceClient {
  readonly profile: ConnectionProfile;
}

/** Experiment and the connection that knows it. */
export interface FoundExperiment {
  readonly service: ConnectedProfile;
  readonly metadata: ExperimentMetadata;
}

/** How long a value that was read is shown again, and how long names are completed from one read, in milliseconds. */
const maxAgeMillis = { values: 10_000, names: 60_000 };

/** Reads of the features in code, from all connections of the window, with a cache. */
export class ExperimentLookup {
  readonly #services: Services;
  readonly #values = new TimedCache({ millis: maxAgeMillis.values, size: 500 });
  readonly #names = new TimedCache({ millis: maxAgeMillis.names, size: 100 });
  readonly #sharedClients = new Map<string, Promise<ConnectedProfile[]>>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Returns the clients of the connected services, the current one first. Connects to none. */
  async connected(): Promise<ConnectedProfile[]> {
    return await this.#clients(['connected']);
  }

  /**
   * Returns an experiment from the first connection that knows it, connected ones first; undefined if no service
   * answered, null if none knows it. `any` connects where nothing has been requested yet.
   */
  async experiment(
    experimentKey: string,
    signal: AbortSignal,
    connections: 'any' | 'connected' = 'any',
  ): Promise<FoundExperiment | null | undefined> {
    const kinds = connections === 'any' ? [['connected'], ['connecting', 'idle']] : [['connected']];
    let answered = false;
    for (const clients of kinds.map((some) => this.#clients(some))) {
      for (const service of await clients) {
        const metadata = await this.#metadataOrFailure(service, experimentKey, signal);
        if (metadata) return { service, metadata };
        answered ||= metadata === null;
      }
    }
    return answered ? null : undefined;
  }

  /** Returns metrics, parameters and tags of an experiment. */
  async summary({ service, metadata }: FoundExperiment, signal: AbortSignal): Promise<ExperimentSummary> {
    const { experimentKey } = metadata;
    return await this.read(service, ['summary', experimentKey], signal, async (signal) => {
      const { experimentSummary } = await import('@tracklens/ui/trees');
      return await experimentSummary(service.api, experimentKey, signal);
    });
  }

  /** Returns the target of a page of one of the connections, and its connection; null for any other URL. */
  targetOf(url: string) {
    for (const { id, root } of this.roots()) {
      const target = targetOfPage(root, url);
      if (target) return { target, connection: id };
    }
    return null;
  }

  /** Returns the addresses of the connections, as far as they are known without a request. */
  roots(): { readonly id: string; readonly root: string }[] {
    const { connections } = this.#services;
    return connections.profiles().flatMap(({ id }) => {
      const root = connections.of(id).url ?? id;
      return URL.canParse(root) ? [{ id, root: new URL(root).origin }] : [];
    });
  }

  /** Returns a value that was read from a service shortly before, or reads it. */
  async read<T>(
    { profile, url }: ConnectedProfile,
    key: readonly unknown[],
    signal: AbortSignal,
    load: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return await this.#values.get(JSON.stringify([profile.id, url, ...key]), signal, load);
  }

  /** Like `read`, for names to complete, which change less often. */
  async names(
    { profile, url }: ConnectedProfile,
    key: readonly unknown[],
    signal: AbortSignal,
    load: (signal: AbortSignal) => Promise<readonly string[]>,
  ): Promise<readonly string[]> {
    return await this.#names.get(JSON.stringify([profile.id, url, ...key]), signal, load);
  }

  /** Forgets what was read. */
  clear(): void {
    this.#values.clear();
    this.#names.clear();
  }

  /** Returns the metadata of an experiment; null if the service does not know it, undefined after a failure. */
  async #metadataOrFailure(service: ConnectedProfile, experimentKey: string, signal: AbortSignal) {
    try {
      return await this.#metadata(service, experimentKey, signal);
    } catch (error) {
      signal.throwIfAborted();
      this.#services.log.debug(`Experiment ${experimentKey} at ${service.url}: ${error}`);
      return undefined;
    }
  }

  async #metadata(service: ConnectedProfile, experimentKey: string, signal: AbortSignal) {
    return await this.read(service, ['metadata', experimentKey], signal, async (signal) => {
      const experiment = await service.api.getExperimentByKey(experimentKey, { signal });
      return experiment && (await experiment.getMetadata({ signal }));
    });
  }

  /**
   * Returns the clients of the connections in some states. The calls of a document are looked up at the same time, and
   * share what is read from the settings for this.
   */
  #clients(kinds: readonly string[]): Promise<ConnectedProfile[]> {
    const key = kinds.join(' ');
    const shared = this.#sharedClients.get(key) ?? this.#readClients(kinds);
    if (!this.#sharedClients.has(key)) setTimeout(() => this.#sharedClients.delete(key));
    this.#sharedClients.set(key, shared);
    return shared;
  }

  async #readClients(kinds: readonly string[]): Promise<ConnectedProfile[]> {
    const { connections } = this.#services;
    const { currentId } = connections;
    const profiles = connections
      .profiles()
      .filter(({ id }) => kinds.includes(connections.of(id).state.kind))
      .sort((a, b) => Number(b.id === currentId) - Number(a.id === currentId));
    const clients = profiles.map(async (profile) => {
      const client = await connections
        .of(profile.id)
        .client()
        .catch(() => null);
      return client && { ...client, profile };
    });
    return (await Promise.all(clients)).filter((client) => client !== null);
  }
}

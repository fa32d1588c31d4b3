import { isLoopback } from '@tracklens/core/client';
import { ExperimentLookup } from '../code/experiment-lookup.ts';
import type { Services } from '../services.ts';

/** Connections that notebook outputs read from, by the origin of the service that made them. */
export class OutputConnections {
  readonly #services: Services;
  readonly #lookup: ExperimentLookup;

  constructor(services: Services) {
    this.#services = services;
    this.#lookup = new ExperimentLookup(services);
  }

  /**
   * Returns the id of the connection to a service, whichever is current; null when there is none. It is the current one
   * for outputs that name no service, and for a service of this machine that may have another port now.
   */
  idOf(service: string | undefined): string | null {
    const { currentId } = this.#services.connections;
    if (service === undefined) return currentId;
    const roots = this.#lookup.roots();
    const current = roots.find(({ id }) => id === currentId);
    const found = current?.root === service ? current : roots.find(({ root }) => root === service);
    if (found) return found.id;
    return isLocal(service) && (current === undefined || isLocal(current.root)) ? currentId : null;
  }

  /** Returns whether the connection to a service is made. Null while it is being made. */
  isConnected(service: string | undefined): boolean | null {
    const id = this.idOf(service);
    const kind = id === null ? 'signed-out' : this.#services.connections.of(id).state.kind;
    return kind === 'connecting' ? null : kind === 'connected';
  }

  /** Connects to a service. Without a connection to it, those whose address is not known yet are made. */
  async connect(service: string | undefined): Promise<void> {
    const { connections } = this.#services;
    const roots = this.#lookup.roots();
    if (service !== undefined && !roots.some(({ root }) => root === service)) {
      const unknown = connections.profiles().filter(({ id }) => !roots.some((known) => known.id === id));
      await Promise.all(unknown.map(({ id }) => this.#connect(id)));
    }
    const id = this.idOf(service);
    if (id !== null) await this.#connect(id);
  }

  /** Returns the services of the connection to a service; null when there is none. */
  servicesOf(service: string | undefined): Services | null {
    const id = this.idOf(service);
    return id === null ? null : this.#services.of(id);
  }

  async #connect(id: string): Promise<void> {
    await this.#services.connections
      .of(id)
      .client()
      .catch(() => {});
  }
}

function isLocal(address: string): boolean {
  return isLoopback(URL.parse(address)?.hostname ?? '');
}

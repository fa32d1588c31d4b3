import type { IStateDB } from '@jupyterlab/statedb';
import type { ReadonlyPartialJSONValue } from '@lumino/coreutils';
import type { Favorites, ProjectOrder, SavedSearch } from '@tracklens/ui';
import type { ServiceStatus } from '../service/service-status.ts';

/** Stored form of the favorites; stars are grouped by the data folder of a local service, or the URL of any other. */
interface StoredFavorites {
  readonly stars?: Readonly<Record<string, readonly string[]>>;
  readonly searches?: unknown;
  readonly orders?: unknown;
}

/** Functions that validate the stored lists; they are loaded with the views. */
interface FavoritesReaders {
  readSavedSearches(value: unknown): readonly SavedSearch[];
  readProjectOrders(value: unknown): readonly ProjectOrder[];
}

const storeKey = 'tracklens:favorites';

/** Returns the loaded favorites of a workspace. */
export type LoadFavorites = () => Promise<FavoritesStore>;

/** Returns a function that loads the stored favorites once. After a failure, its next call retries. */
export function favoritesLoader(state: IStateDB | null, loadReaders: () => Promise<FavoritesReaders>): LoadFavorites {
  let loading: Promise<FavoritesStore> | null = null;
  const load = async () => new FavoritesStore(state, await state?.fetch(storeKey), await loadReaders());
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

/**
 * Starred experiments, saved searches and orders of projects, stored in the state of the JupyterLab workspace. Contains
 * no API key. All are stored together, so that it is made of what is stored only.
 */
class FavoritesStore implements Favorites {
  readonly #state: IStateDB | null;
  #service = '';
  #stars: Record<string, readonly string[]>;
  #searches: readonly SavedSearch[];
  #orders: readonly ProjectOrder[];

  constructor(state: IStateDB | null, value: unknown, { readSavedSearches, readProjectOrders }: FavoritesReaders) {
    this.#state = state;
    const { stars, searches, orders } = (value ?? {}) as StoredFavorites;
    this.#stars = Object.fromEntries(Object.entries(stars ?? {}).filter(([, keys]) => Array.isArray(keys)));
    this.#searches = readSavedSearches(searches);
    this.#orders = readProjectOrders(orders);
  }

  /** Selects the stars of a service. */
  async select(status: ServiceStatus): Promise<void> {
    const url = status.configured ? status.url : '';
    // The port of a local service changes with each start.
    this.#service = status.dataFolder || url;
    // Earlier versions stored the stars of each service under its URL. A user can be signed in to that URL, too.
    const earlier = this.#stars[url];
    if (earlier === undefined || this.#service in this.#stars) return;
    this.#stars = { ...this.#stars, [this.#service]: earlier };
    await this.#save();
  }

  starred(): ReadonlySet<string> {
    return new Set(this.#stars[this.#service] ?? []);
  }

  searches(): readonly SavedSearch[] {
    return this.#searches;
  }

  orders(): readonly ProjectOrder[] {
    return this.#orders;
  }

  async star(experimentKeys: readonly string[], starred: boolean): Promise<void> {
    const keys = new Set(this.starred());
    for (const key of experimentKeys) {
      if (starred) keys.add(key);
      else keys.delete(key);
    }
    this.#stars = { ...this.#stars, [this.#service]: [...keys] };
    await this.#save();
  }

  async setSearches(searches: readonly SavedSearch[]): Promise<void> {
    this.#searches = searches;
    await this.#save();
  }

  async setOrders(orders: readonly ProjectOrder[]): Promise<void> {
    this.#orders = orders;
    await this.#save();
  }

  async #save(): Promise<void> {
    const stored = { stars: this.#stars, searches: this.#searches, orders: this.#orders };
    await this.#state?.save(storeKey, stored as unknown as ReadonlyPartialJSONValue);
  }
}

import type { IStateDB } from '@jupyterlab/statedb';
import type { ReadonlyPartialJSONValue } from '@lumino/coreutils';
import type { EditableFavorites, OrderChange, ProjectOrder, SavedSearch } from '@tracklens/ui';
import type { ServiceStatus } from '../service/service-status.ts';

/** Stored form of the favorites; stars are grouped by the data folder of a local service, or the URL of any other. */
interface StoredFavorites {
  readonly stars?: Readonly<Record<string, readonly string[]>>;
  readonly searches?: unknown;
  readonly orders?: unknown;
}

/** Functions that validate and change the stored lists; they are loaded with the views. */
type FavoritesFunctions = Pick<
  typeof import('@tracklens/ui'),
  'readProjectOrders' | 'readSavedSearches' | 'withOrder' | 'withoutSearch' | 'withSearch'
>;

const storeKey = 'tracklens:favorites';

/** Returns the loaded favorites of a workspace. */
export type LoadFavorites = () => Promise<FavoritesStore>;

/** Returns a function that loads the stored favorites once. After a failure, its next call retries. */
export function favoritesLoader(
  state: IStateDB | null,
  loadFunctions: () => Promise<FavoritesFunctions>,
): LoadFavorites {
  let loading: Promise<FavoritesStore> | null = null;
  const load = async () => new FavoritesStore(state, await state?.fetch(storeKey), await loadFunctions());
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
class FavoritesStore implements EditableFavorites {
  readonly #state: IStateDB | null;
  readonly #functions: FavoritesFunctions;
  #service = '';
  #stars: Record<string, readonly string[]>;
  #searches: readonly SavedSearch[];
  #orders: readonly ProjectOrder[];

  constructor(state: IStateDB | null, value: unknown, functions: FavoritesFunctions) {
    this.#state = state;
    this.#functions = functions;
    const { stars, searches, orders } = (value ?? {}) as StoredFavorites;
    this.#stars = Object.fromEntries(Object.entries(stars ?? {}).filter(([, keys]) => Array.isArray(keys)));
    this.#searches = functions.readSavedSearches(searches);
    this.#orders = functions.readProjectOrders(orders);
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

  async saveSearch(search: SavedSearch): Promise<void> {
    this.#searches = this.#functions.withSearch(this.#searches, search);
    await this.#save();
  }

  async deleteSearch(search: Omit<SavedSearch, 'query'>): Promise<void> {
    this.#searches = this.#functions.withoutSearch(this.#searches, search);
    await this.#save();
  }

  async setOrder(change: OrderChange): Promise<void> {
    this.#orders = this.#functions.withOrder(this.#orders, change);
    await this.#save();
  }

  async #save(): Promise<void> {
    const stored = { stars: this.#stars, searches: this.#searches, orders: this.#orders };
    await this.#state?.save(storeKey, stored as unknown as ReadonlyPartialJSONValue);
  }
}

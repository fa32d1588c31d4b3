import type { IStateDB } from '@jupyterlab/statedb';
import type { ReadonlyPartialJSONValue } from '@lumino/coreutils';
import type { Favorites, SavedSearch } from '@tracklens/ui';

/** Stored form of the favorites; stars are grouped by service URL. */
interface StoredFavorites {
  readonly stars?: Readonly<Record<string, readonly string[]>>;
  readonly searches?: unknown;
}

const storeKey = 'tracklens:favorites';

/** Starred experiments and saved searches, stored in the state of the JupyterLab workspace. Contains no API key. */
export class FavoritesStore implements Favorites {
  readonly #state: IStateDB | null;
  #service = '';
  #stars: Record<string, readonly string[]> = {};
  #searches: readonly SavedSearch[] = [];

  constructor(state: IStateDB | null) {
    this.#state = state;
  }

  /** Loads the stored favorites and selects the stars of a service. */
  async load(service: string, readSearches: (value: unknown) => readonly SavedSearch[]): Promise<void> {
    this.#service = service;
    const stored = ((await this.#state?.fetch(storeKey)) ?? {}) as StoredFavorites;
    const stars = Object.entries(stored.stars ?? {}).filter(([, keys]) => Array.isArray(keys));
    this.#stars = Object.fromEntries(stars);
    this.#searches = readSearches(stored.searches);
  }

  starred(): ReadonlySet<string> {
    return new Set(this.#stars[this.#service] ?? []);
  }

  searches(): readonly SavedSearch[] {
    return this.#searches;
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

  async keepSearches(searches: readonly SavedSearch[]): Promise<void> {
    this.#searches = searches;
    await this.#save();
  }

  async #save(): Promise<void> {
    const stored = { stars: this.#stars, searches: this.#searches };
    await this.#state?.save(storeKey, stored as unknown as ReadonlyPartialJSONValue);
  }
}

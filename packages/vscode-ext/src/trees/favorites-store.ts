import {
  type EditableFavorites,
  type OrderChange,
  type ProjectOrder,
  readProjectOrders,
  readSavedSearches,
  type SavedSearch,
  withOrder,
  withoutSearch,
  withSearch,
} from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { invalidEntries } from '../invalid-entries.ts';

const searchesSetting = 'queries.saved';
const ordersKey = 'tracklens.orders';

/**
 * Starred experiments, saved searches and orders of projects. Stars are stored per connection for the user, orders for
 * the user. Saved searches are a setting, of the workspace if a folder is open, so that a team can share them with its
 * code. None contains an API key.
 */
export class FavoritesStore implements EditableFavorites {
  readonly #memento: vscode.Memento;
  readonly #starsKey: string;

  /** Returns the favorites of a connection, by its storage key. */
  constructor(memento: vscode.Memento, storageKey: string) {
    this.#memento = memento;
    this.#starsKey = `tracklens.starred ${storageKey}`;
  }

  starred(): ReadonlySet<string> {
    const stored = this.#memento.get<unknown>(this.#starsKey, []);
    return new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []);
  }

  async star(experimentKeys: readonly string[], starred: boolean): Promise<void> {
    const keys = new Set(this.starred());
    for (const key of experimentKeys) starred ? keys.add(key) : keys.delete(key);
    await this.#memento.update(this.#starsKey, keys.size > 0 ? [...keys] : undefined);
  }

  searches(): readonly SavedSearch[] {
    return readSavedSearches(vscode.workspace.getConfiguration('tracklens').get(searchesSetting));
  }

  async saveSearch(search: SavedSearch): Promise<void> {
    await this.#write(withSearch(this.searches(), search));
  }

  async deleteSearch(search: Omit<SavedSearch, 'query'>): Promise<void> {
    await this.#write(withoutSearch(this.searches(), search));
  }

  orders(): readonly ProjectOrder[] {
    return readProjectOrders(this.#memento.get<unknown>(ordersKey));
  }

  async setOrder(change: OrderChange): Promise<void> {
    await this.#memento.update(ordersKey, withOrder(this.orders(), change));
  }

  async #write(searches: readonly SavedSearch[]): Promise<void> {
    const { Global, Workspace } = vscode.ConfigurationTarget;
    const target = vscode.workspace.workspaceFolders === undefined ? Global : Workspace;
    const configuration = vscode.workspace.getConfiguration('tracklens');
    const invalid = invalidEntries(configuration.get(searchesSetting), readSavedSearches);
    await configuration.update(searchesSetting, [...searches, ...invalid], target);
  }
}

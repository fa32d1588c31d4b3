import { type Favorites, readSavedSearches, type SavedSearch, withoutSearch, withSearch } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import type { ConnectionState } from '../connection/connection.ts';

const searchesSetting = 'queries.saved';

/**
 * What a person keeps beside the data. Stars belong to a service and follow the person; saved searches are a setting, of the
 * workspace where one is open, so that a team can share them with its code. Neither holds a key.
 */
export class FavoritesStore implements Favorites {
  readonly #memento: vscode.Memento;
  readonly #state: () => ConnectionState;

  constructor(memento: vscode.Memento, state: () => ConnectionState) {
    this.#memento = memento;
    this.#state = state;
  }

  starred(): ReadonlySet<string> {
    const kept = this.#memento.get<unknown>(this.#starsKey(), []);
    return new Set(Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []);
  }

  async star(experimentKeys: readonly string[], starred: boolean): Promise<void> {
    const keys = new Set(this.starred());
    for (const key of experimentKeys) starred ? keys.add(key) : keys.delete(key);
    await this.#memento.update(this.#starsKey(), keys.size > 0 ? [...keys] : undefined);
  }

  searches(): readonly SavedSearch[] {
    return readSavedSearches(vscode.workspace.getConfiguration('tracklens').get(searchesSetting));
  }

  async save(search: SavedSearch): Promise<void> {
    await this.#write(withSearch(this.searches(), search));
  }

  async forget(search: Omit<SavedSearch, 'query'>): Promise<void> {
    await this.#write(withoutSearch(this.searches(), search));
  }

  async #write(searches: readonly SavedSearch[]): Promise<void> {
    const { Global, Workspace } = vscode.ConfigurationTarget;
    const target = vscode.workspace.workspaceFolders === undefined ? Global : Workspace;
    await vscode.workspace.getConfiguration('tracklens').update(searchesSetting, searches, target);
  }

  /** The demo service answers at another address each time. */
  #starsKey(): string {
    const state = this.#state();
    const service = state.kind !== 'connected' || state.source === 'demo' ? 'demo' : state.url;
    return `tracklens.starred ${service}`;
  }
}

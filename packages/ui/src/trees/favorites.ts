import * as v from 'valibot';

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(1000));

/** Query that the user saved under a name. */
export const SavedSearch = v.object({
  name: text,
  workspace: text,
  projectName: text,
  query: v.pipe(v.string(), v.maxLength(10_000)),
});
export type SavedSearch = v.InferOutput<typeof SavedSearch>;

/** User data that supplements the data of a service; a host stores it. */
export interface Favorites {
  /** Keys of the experiments shown first in their project. */
  starred(): ReadonlySet<string>;
  /** Saved searches in display order. */
  searches(): readonly SavedSearch[];
}

/** Favorites without any entries. */
export const emptyFavorites: Favorites = { starred: () => new Set(), searches: () => [] };

/** Reads saved searches from a setting or storage; invalid entries are omitted. Never throws. */
export function readSavedSearches(value: unknown): readonly SavedSearch[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) => {
    const parsed = v.safeParse(SavedSearch, one);
    return parsed.success ? [parsed.output] : [];
  });
}

/** Returns the list with a search added; it replaces one of the same name in the same project. */
export function withSearch(searches: readonly SavedSearch[], added: SavedSearch): readonly SavedSearch[] {
  return [...withoutSearch(searches, added), added];
}

/** Returns the list without the search of that name in that project. */
export function withoutSearch(
  searches: readonly SavedSearch[],
  { workspace, projectName, name }: Omit<SavedSearch, 'query'>,
): readonly SavedSearch[] {
  return searches.filter((one) => one.workspace !== workspace || one.projectName !== projectName || one.name !== name);
}

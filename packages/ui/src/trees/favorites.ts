import * as v from 'valibot';

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(1000));

/** A query that a person keeps under a name. */
export const SavedSearch = v.object({
  name: text,
  workspace: text,
  projectName: text,
  query: v.pipe(v.string(), v.maxLength(10_000)),
});
export type SavedSearch = v.InferOutput<typeof SavedSearch>;

/** What a person keeps beside the data of a service; a host stores it. */
export interface Favorites {
  /** Keys of the experiments that stand first in their project. */
  starred(): ReadonlySet<string>;
  /** In the order in which they are shown. */
  searches(): readonly SavedSearch[];
}

/** Nothing is kept. */
export const emptyFavorites: Favorites = { starred: () => new Set(), searches: () => [] };

/** Saved searches from a setting or a store; what is none is left out. Never throws. */
export function readSavedSearches(value: unknown): readonly SavedSearch[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) => {
    const parsed = v.safeParse(SavedSearch, one);
    return parsed.success ? [parsed.output] : [];
  });
}

/** The list with a search in it; one of the same name in the same project gives way. */
export function withSearch(searches: readonly SavedSearch[], added: SavedSearch): readonly SavedSearch[] {
  return [...withoutSearch(searches, added), added];
}

/** The list without the search of that name in that project. */
export function withoutSearch(
  searches: readonly SavedSearch[],
  { workspace, projectName, name }: Omit<SavedSearch, 'query'>,
): readonly SavedSearch[] {
  return searches.filter((one) => one.workspace !== workspace || one.projectName !== projectName || one.name !== name);
}

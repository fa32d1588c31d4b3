import * as v from 'valibot';
import { ExperimentGrouping, type Project } from './experiment-grouping.ts';
import { ExperimentOrder, newestFirst } from './experiment-order.ts';

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(1000));

/** Query that the user saved under a name. */
export const SavedSearch = v.object({
  name: text,
  workspace: text,
  projectName: text,
  query: v.pipe(v.string(), v.maxLength(10_000)),
});
export type SavedSearch = v.InferOutput<typeof SavedSearch>;

/** Order of the experiments of a project, and what they are grouped by, as the user chose them. */
export const ProjectOrder = v.object({
  workspace: text,
  projectName: text,
  order: ExperimentOrder,
  group: v.optional(ExperimentGrouping),
});
export type ProjectOrder = v.InferOutput<typeof ProjectOrder>;

/** User data that supplements the data of a service; a host stores it. */
export interface Favorites {
  /** Keys of the experiments shown first in their project. */
  starred(): ReadonlySet<string>;
  /** Saved searches in display order. */
  searches(): readonly SavedSearch[];
  /** Orders of the projects that are not sorted by the default. */
  orders(): readonly ProjectOrder[];
}

/** Favorites of a user, who changes them; the host stores each change. */
export interface EditableFavorites extends Favorites {
  /** Adds or removes stars. */
  star(experimentKeys: readonly string[], starred: boolean): Promise<void>;
  /** Saves a search; it replaces one of the same name in the same project. */
  saveSearch(search: SavedSearch): Promise<void>;
  /** Deletes the search of that name in that project. */
  deleteSearch(search: Omit<SavedSearch, 'query'>): Promise<void>;
  /** Changes the order of a project or its grouping. */
  setOrder(change: OrderChange): Promise<void>;
}

/** Favorites without any entries. */
export const emptyFavorites: Favorites = { starred: () => new Set(), searches: () => [], orders: () => [] };

/** Reads saved searches from a setting or storage; invalid entries are omitted. Never throws. */
export const readSavedSearches = (value: unknown): readonly SavedSearch[] => validEntries(SavedSearch, value);

/** Reads the orders of projects from storage; invalid entries are omitted. Never throws. */
export const readProjectOrders = (value: unknown): readonly ProjectOrder[] => validEntries(ProjectOrder, value);

function validEntries<S extends v.GenericSchema>(schema: S, value: unknown): readonly v.InferOutput<S>[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) => {
    const parsed = v.safeParse(schema, one);
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

/** Returns what the user chose for a project; undefined for the defaults. */
function chosenFor(orders: readonly ProjectOrder[], { workspace, projectName }: Project): ProjectOrder | undefined {
  return orders.find((one) => one.workspace === workspace && one.projectName === projectName);
}

/** Returns the order of the experiments of a project. */
export function orderOf(orders: readonly ProjectOrder[], project: Project): ExperimentOrder {
  return chosenFor(orders, project)?.order ?? newestFirst;
}

/** Returns what the experiments of a project are grouped by; null without a grouping. */
export function groupingOf(orders: readonly ProjectOrder[], project: Project): ExperimentGrouping | null {
  return chosenFor(orders, project)?.group ?? null;
}

/** Returns the list with a change of a project's order or grouping. The defaults are not stored. */
export function withOrder(
  orders: readonly ProjectOrder[],
  change: Project & Partial<Pick<ProjectOrder, 'order'>> & { readonly group?: ExperimentGrouping | null | undefined },
): readonly ProjectOrder[] {
  const { workspace, projectName, order = orderOf(orders, change), group = groupingOf(orders, change) } = change;
  const others = orders.filter((one) => one.workspace !== workspace || one.projectName !== projectName);
  if (order.by === newestFirst.by && group === null) return others;
  return [...others, { workspace, projectName, order, ...(group === null ? {} : { group }) }];
}

/** Change of a project's order or grouping. */
export type OrderChange = Parameters<typeof withOrder>[1];

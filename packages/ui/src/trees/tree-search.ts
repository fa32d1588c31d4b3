import { rejectOnAbort } from '../live/reject-on-abort.ts';
import { countText } from '../text/number-text.ts';
import { counted, type Translate } from '../text/translate.ts';
import type { TreeNode } from './tree-node.ts';

/** Matches of a filter and their ancestors, by the id of their parent. The ancestors are marked as `open`. */
export type FoundNodes = ReadonlyMap<string, readonly TreeNode[]>;

/** Maximum number of matches that a service returns. */
const searchLimit = 1000;

/** Returns the number of matches as text; null while they are searched. */
export function matchesText(matches: number | null, t: Translate): string {
  if (matches === null) return t('Searching…');
  if (matches >= searchLimit) return t('%1 or more results', countText(searchLimit));
  return counted(t, matches, '%1 result', '%1 results');
}

/** Filter of a tree with its results. A new filter aborts the search for the earlier one. */
export class TreeSearch {
  readonly #find: (filter: string, signal: AbortSignal) => Promise<FoundNodes>;
  #filter = '';
  #found: FoundNodes | null = null;
  #pending: Promise<FoundNodes> | null = null;
  #abort = new AbortController();

  constructor(find: (filter: string, signal: AbortSignal) => Promise<FoundNodes>) {
    this.#find = find;
  }

  get filter(): string {
    return this.#filter;
  }

  /** Aborts the search for the earlier filter and discards its results. */
  set filter(filter: string) {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#filter = filter;
    this.#found = null;
    this.#pending = null;
  }

  /** Number of rows that match; null without a filter, and until the results are there. */
  get matches(): number | null {
    if (this.#found === null) return null;
    return [...this.#found.values()].flat().filter(({ open }) => !open).length;
  }

  /** Returns the results: those of the last search, or of another one with `again`. Null without a filter. */
  async results(again: boolean, signal: AbortSignal | undefined): Promise<FoundNodes | null> {
    if (this.#filter === '') return null;
    if (this.#pending === null && this.#found !== null && !again) return this.#found;
    const own = this.#abort.signal;
    this.#pending ??= this.#search(own);
    try {
      return await rejectOnAbort(this.#pending, signal);
    } catch (error) {
      // The filter has changed meanwhile: a caller that still waits gets the results of the new one.
      if (own.aborted && !signal?.aborted) return await this.results(false, signal);
      throw error;
    }
  }

  async #search(signal: AbortSignal): Promise<FoundNodes> {
    try {
      const found = await this.#find(this.#filter, signal);
      signal.throwIfAborted();
      this.#found = found;
      return found;
    } finally {
      if (!signal.aborted) this.#pending = null;
    }
  }
}

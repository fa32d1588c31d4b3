/** LRU cache of serialized response fragments, by name. Fragments are immutable: changed content has another name. */
export class FragmentCache<Piece extends { readonly byteLength: number }> {
  readonly #budget: number;
  readonly #pieces = new Map<string, Piece>();
  #size = 0;

  /** @param budgetBytes maximum total size in memory */
  constructor(budgetBytes: number) {
    this.#budget = budgetBytes;
  }

  /** Returns the fragment with a name, or null. */
  get(name: string): Piece | null {
    const found = this.#pieces.get(name);
    if (found === undefined) return null;
    this.#pieces.delete(name);
    this.#pieces.set(name, found);
    return found;
  }

  /** Adds a fragment and evicts the least recently used ones if necessary. */
  set(name: string, piece: Piece): void {
    if (piece.byteLength > this.#budget || this.#pieces.has(name)) return;
    this.#pieces.set(name, piece);
    this.#size += piece.byteLength;
    for (const [oldest, { byteLength }] of this.#pieces) {
      if (this.#size <= this.#budget) return;
      this.#pieces.delete(oldest);
      this.#size -= byteLength;
    }
  }
}

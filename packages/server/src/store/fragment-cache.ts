/** Ready pieces of answers by name, least recently used ones first to go. Pieces never change: what changes has another name. */
export class FragmentCache<Piece extends { readonly byteLength: number }> {
  readonly #budget: number;
  readonly #pieces = new Map<string, Piece>();
  #size = 0;

  /** @param budgetBytes that stay in memory at most */
  constructor(budgetBytes: number) {
    this.#budget = budgetBytes;
  }

  /** The piece of that name, or null. */
  get(name: string): Piece | null {
    const found = this.#pieces.get(name);
    if (found === undefined) return null;
    this.#pieces.delete(name);
    this.#pieces.set(name, found);
    return found;
  }

  /** Keeps a piece, and lets go of others for it. */
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

/** Bytes of ready JSON that stay in memory at most. */
const defaultBudgetBytes = 96 * 1024 * 1024;

/** Ready pieces of answers by name, least recently used ones first to go. Pieces never change: what changes has another name. */
export class FragmentCache {
  readonly #budget: number;
  readonly #pieces = new Map<string, Uint8Array>();
  #size = 0;

  constructor(budgetBytes = defaultBudgetBytes) {
    this.#budget = budgetBytes;
  }

  /** The piece of that name, made when it is not there. */
  get(name: string, make: () => Uint8Array): Uint8Array {
    const found = this.#pieces.get(name);
    if (found !== undefined) {
      this.#pieces.delete(name);
      this.#pieces.set(name, found);
      return found;
    }
    const made = make();
    if (made.byteLength > this.#budget) return made;
    this.#pieces.set(name, made);
    this.#size += made.byteLength;
    for (const [oldest, piece] of this.#pieces) {
      if (this.#size <= this.#budget) break;
      this.#pieces.delete(oldest);
      this.#size -= piece.byteLength;
    }
    return made;
  }
}

/** Prevents the removal of asset files while they are being copied or checked. */
export class FileRetention {
  #holders = 0;

  /** Whether files are being retained. */
  get active(): boolean {
    return this.#holders > 0;
  }

  /** Retains files until the returned function is called. */
  hold(): () => void {
    this.#holders++;
    let active = true;
    return () => {
      if (active) this.#holders--;
      active = false;
    };
  }
}

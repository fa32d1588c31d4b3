/** Keeps the files of assets from being removed while somebody copies or checks them. */
export class FileRetention {
  #holders = 0;

  /** Whether files stay. */
  get active(): boolean {
    return this.#holders > 0;
  }

  /** Lets files stay until the returned function is called. */
  hold(): () => void {
    this.#holders++;
    let held = true;
    return () => {
      if (held) this.#holders--;
      held = false;
    };
  }
}

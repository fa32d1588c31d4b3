import { randomBytes } from 'node:crypto';
import { lstat, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const mebibyte = 1024 * 1024;
/** Space for the database log of a deletion. */
const reservedBytes = 8 * mebibyte;

/**
 * Reserve of disk space in the form of a file. It is released for deletions, which need space for the database log
 * before they free any.
 */
export class DiskReserve {
  readonly #path: string;
  readonly #folder: string;
  #filling: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, 'reserve');
  }

  /**
   * Creates the reserve file, unless it exists or less than twice its size is free. Never rejects: a full disk has no
   * reserve.
   */
  fill(): Promise<void> {
    this.#filling = this.#filling.then(() => this.#fill()).catch(() => rm(this.#path, { force: true }).catch(() => {}));
    return this.#filling;
  }

  async #fill(): Promise<void> {
    const present = await lstat(this.#path).catch(() => null);
    if (present?.isFile() && present.size === reservedBytes) return;
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < 2 * reservedBytes) return;
    // A symbolic link of this name is removed, never followed: another user may have chosen its target.
    await rm(this.#path, { force: true });
    const file = await open(this.#path, 'wx', 0o600);
    try {
      // Random bytes, since some file systems do not allocate space for zeros.
      const piece = randomBytes(mebibyte);
      for (let size = 0; size < reservedBytes; size += piece.length) await file.writeFile(piece);
    } finally {
      await file.close();
    }
  }

  /** Resolves when the reserve file is no longer being written. */
  async settled(): Promise<void> {
    await this.#filling;
  }

  /** Removes the reserve file; returns false if there was none. */
  async release(): Promise<boolean> {
    await this.#filling;
    return await rm(this.#path).then(
      () => true,
      () => false,
    );
  }
}

import { stat } from 'node:fs/promises';
import { ServiceError } from '../../errors/service-error.ts';

/**
 * Check that a data folder is still at its path. The database and its log stay open when their folder is moved or
 * deleted: without the check, the service would acknowledge writes that are lost, and store files in a new folder.
 */
export class FolderCheck {
  readonly #folder: string;
  readonly #path: string;
  readonly #identity: string | null;

  private constructor(folder: string, path: string, identity: string | null) {
    this.#folder = folder;
    this.#path = path;
    this.#identity = identity;
  }

  /** Returns the check of a folder that contains the open database file `path`. */
  static async ofFile(folder: string, path: string): Promise<FolderCheck> {
    return new FolderCheck(folder, path, await identityOf(path));
  }

  /** Returns the check of a folder whose database is elsewhere: only that it exists. */
  static ofFolder(folder: string): FolderCheck {
    return new FolderCheck(folder, folder, null);
  }

  /** @throws ServiceError 503 if the folder was moved or deleted. */
  async ensureInPlace(): Promise<void> {
    const found = await identityOf(this.#path);
    if (found !== null && (this.#identity === null || found === this.#identity)) return;
    throw new ServiceError(503, `The data folder ${this.#folder} was moved or deleted: restart the service`);
  }
}

/** Returns what identifies the file at a path as long as a process has it open; null if there is none. */
async function identityOf(path: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

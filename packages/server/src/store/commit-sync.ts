import { type FileHandle, open } from 'node:fs/promises';

/**
 * Group commit: waits until the write-ahead log of a database is on the disk, once for all who wait at the same time. SQLite would
 * sync at every commit (`synchronous=FULL`) and let the whole process wait; here the sync runs in the background, and a commit that
 * comes while one runs shares the next one with those that come after it.
 */
export class CommitSync {
  readonly #log: FileHandle | null;
  #committed = 0;
  #synced = 0;
  #running: Promise<void> | null = null;
  #failure: Error | null = null;

  /** @param log the open write-ahead log; null where the database syncs by itself. */
  constructor(log: FileHandle | null) {
    this.#log = log;
  }

  /** Takes note of a commit that is in the log and not yet on the disk. */
  committed(): void {
    this.#committed++;
  }

  /**
   * Resolves when all that was committed before is on the disk.
   *
   * @throws Error when the disk failed, from then on at every call: after a failed sync nobody knows what is on the disk.
   */
  async synced(): Promise<void> {
    const target = this.#committed;
    while (this.#synced < target) {
      if (this.#failure !== null) throw this.#failure;
      this.#running ??= this.#sync();
      await this.#running;
    }
  }

  async #sync(): Promise<void> {
    const upTo = this.#committed;
    try {
      await this.#log?.datasync();
      this.#synced = upTo;
    } catch (cause) {
      this.#failure = new Error(
        `The disk could not store the database (${(cause as Error).message}). Check the disk, then restart the service.`,
        { cause },
      );
    } finally {
      this.#running = null;
    }
  }

  /** Ends the use of the log; what is on the way to the disk arrives. */
  async close(): Promise<void> {
    await this.#running;
    await this.#log?.close();
  }
}

/** Opens the group commit of a database whose write-ahead log is at a path; null for one that syncs at each commit. */
export async function openCommitSync(logPath: string | null): Promise<CommitSync> {
  // Not the database itself: closing any other handle of it would release SQLite's locks.
  return new CommitSync(logPath === null ? null : await open(logPath, 'r+'));
}

import { type FileHandle, open } from 'node:fs/promises';

/**
 * Group commit: waits until the write-ahead log of a database is on disk, with one sync for all concurrent callers.
 * With `synchronous=FULL`, SQLite would sync at every commit and block the whole process. Here the sync runs in the
 * background, and commits that arrive during a sync share the next one.
 */
export class CommitSync {
  readonly #log: FileHandle | null;
  readonly #check: () => Promise<void>;
  #committed = 0;
  #synced = 0;
  #running: Promise<void> | null = null;
  #failure: Error | null = null;

  /**
   * @param log open write-ahead log; null if the database syncs by itself.
   * @param check rejects if the log is no longer where the database will be opened again.
   */
  constructor(log: FileHandle | null, check: () => Promise<void>) {
    this.#log = log;
    this.#check = check;
  }

  /** Records a commit that is in the log but not yet on disk. */
  committed(): void {
    this.#committed++;
  }

  /**
   * Resolves when all previous commits are on disk.
   *
   * @throws Error when a sync failed, and on every later call that waits for a commit: after a failed sync, the state
   * of the disk is unknown. The error of the check, for as long as it fails.
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
      await this.#log?.datasync().catch((cause: Error) => {
        this.#failure = new Error(
          `The disk could not store the database (${cause.message}). Check the disk, then restart the service.`,
          { cause },
        );
        throw this.#failure;
      });
      await this.#check();
      this.#synced = upTo;
    } finally {
      this.#running = null;
    }
  }

  /** Closes the log after the running sync. */
  async close(): Promise<void> {
    await this.#running?.catch(() => {});
    await this.#log?.close();
  }
}

/**
 * Opens the group commit for a write-ahead log; `logPath` is null for a database that syncs at each commit, `check` as
 * for `CommitSync`.
 */
export async function openCommitSync(logPath: string | null, check: () => Promise<void>): Promise<CommitSync> {
  // Opens the log, not the database file: closing any other handle of that would release SQLite's locks.
  return new CommitSync(logPath === null ? null : await open(logPath, 'r+'), check);
}

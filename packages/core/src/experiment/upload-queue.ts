import type { Connection } from '../client/connection.ts';
import type { RestApiException } from '../client/errors.ts';
import type { LogItem } from './log-items.ts';
import { type LogQueue, logQueue } from './log-queue.ts';

/** Maximum number of files that are sent at a time. */
const concurrency = 4;

/** Files of an experiment that wait to be sent. Files of the same name are sent in order, others concurrently. */
export class UploadQueue {
  private readonly queues: readonly LogQueue[];

  constructor(connection: Connection, experimentKey: string, onLost: (error: RestApiException) => void) {
    this.queues = Array.from({ length: concurrency }, () => logQueue(connection, experimentKey, onLost));
  }

  /** Queues the upload of a file. */
  add(fileName: string, item: LogItem, operation: string): Promise<unknown> {
    let hash = 0;
    for (let index = 0; index < fileName.length; index++) hash = (hash * 31 + fileName.charCodeAt(index)) % 65_536;
    return this.queues[hash % concurrency]!.add([item], operation);
  }

  /** Folders with the requests on disk. */
  get onDisk(): LogQueue['onDisk'] {
    return this.queues.flatMap(({ onDisk }) => onDisk);
  }

  /** Resolves when nothing is queued, or with the error because of which files were given up. */
  async settled(timeoutMillis?: number): Promise<RestApiException | null> {
    const errors = await Promise.all(this.queues.map((queue) => queue.settled(timeoutMillis)));
    return errors.find((error) => error !== null) ?? null;
  }
}

import type { Connection } from '../client/connection.ts';
import type { OperationSubject } from '../client/operation.ts';
import type { WorkFollower } from '../client/unawaited-promise.ts';
import type { ExperimentMetadata } from '../contract/index.ts';
import { type LogQueue, logQueue } from './log-queue.ts';
import { LoggedWork } from './logged-work.ts';
import type { Run } from './run.ts';
import { UploadQueue } from './upload-queue.ts';

/** Metadata fields that determine an experiment's name and URL. */
export type ExperimentIdentity = Pick<
  ExperimentMetadata,
  'experimentKey' | 'experimentName' | 'workspaceName' | 'projectName' | 'archived'
>;

/** Subject of the operations of an experiment: its key and what is known about it. */
export class ExperimentSubject implements OperationSubject {
  readonly connection: Connection;
  readonly key: string;
  /** Null until loaded. */
  identity: ExperimentIdentity | null;
  /** Name that `getName` returned while the metadata was not loaded. */
  requestedName: string | null = null;
  /** Name that was set on this instance. */
  chosenName: string | null = null;
  /** Run of this process that keeps the experiment running; null if none was started. */
  run: Run | null = null;
  /** Logging in progress, and what could not be stored. */
  readonly logged = new LoggedWork();
  /** Ends of the calls in progress that log a model, by its name. Its registration waits for them. */
  readonly loggedModels = new Map<string, Promise<void>>();
  // Lists create many experiments that nothing is logged to, so the queues are created when they are first used.
  private logOrNull: LogQueue | null = null;
  private filesOrNull: UploadQueue | null = null;
  private metadata: ExperimentMetadata | null;
  /** Number of changes before the metadata was requested. */
  private changesBefore: number;

  constructor(connection: Connection, key: string, identity: ExperimentMetadata | ExperimentIdentity | null) {
    this.connection = connection;
    this.key = key;
    this.identity = identity;
    this.metadata = identity !== null && 'projectId' in identity ? identity : null;
    this.changesBefore = this.changes;
  }

  /** Number of changes of the experiment that were made through the connection. */
  get changes(): number {
    return this.connection.cache.changesOf(this.key);
  }

  /** Cached metadata. Null when not loaded yet or changed since. */
  get cachedMetadata(): ExperimentMetadata | null {
    return this.changesBefore === this.changes ? this.metadata : null;
  }

  /** Caches metadata that was requested after a number of changes. */
  setMetadata(metadata: ExperimentMetadata, changesBefore: number): void {
    this.metadata = metadata;
    this.identity = metadata;
    this.changesBefore = changesBefore;
  }

  /** Queue of what was logged and waits to be sent. */
  get log(): LogQueue {
    const { connection, key, logged } = this;
    this.logOrNull ??= logQueue(connection, key, (error, points) => logged.add({ error, points }));
    return this.logOrNull;
  }

  /** Files that wait to be sent: apart from the rest, which a large file must not delay. */
  get files(): UploadQueue {
    const { connection, key, logged } = this;
    this.filesOrNull ??= new UploadQueue(connection, key, (error) => logged.add({ error }));
    return this.filesOrNull;
  }

  followUnawaited(): WorkFollower {
    return this.logged.follow();
  }

  /** Query that identifies the experiment, as the arguments of a call. */
  get keyQuery(): { readonly query: { readonly experimentKey: string } } {
    return { query: { experimentKey: this.key } };
  }
}

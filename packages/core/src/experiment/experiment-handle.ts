import { checkOptions, nonNegative, type OptionChecks } from '../client/argument.ts';
import type { Connection } from '../client/connection.ts';
import { RestApiException } from '../client/errors.ts';
import { Inspectable } from '../client/inspectable.ts';
import type { ExperimentMetadata } from '../contract/index.ts';
import { experimentPage } from '../targets/link.ts';
import { type ExperimentIdentity, ExperimentSubject } from './experiment-subject.ts';

/** Default time in milliseconds to wait for an unavailable service. */
const endTimeoutMillis = 60_000;

/** Options of `end`. */
export interface EndOptions {
  /** Time in milliseconds to wait for an unavailable service. Default: 60,000. */
  readonly timeoutMillis?: number | undefined;
}

const endChecks: OptionChecks = { timeoutMillis: nonNegative };

/** Identity of one experiment: what needs no request. */
export class ExperimentHandle extends Inspectable {
  /** @internal */
  readonly connection: Connection;
  protected readonly subject: ExperimentSubject;
  private neverStopped: AbortSignal | null = null;

  constructor(
    connection: Connection,
    experimentKey: string,
    identity: ExperimentMetadata | ExperimentIdentity | null = null,
  ) {
    super();
    this.connection = connection;
    this.subject = new ExperimentSubject(connection, experimentKey, identity);
  }

  /** Name of the class. */
  get [Symbol.toStringTag](): string {
    return 'APIExperiment';
  }

  /** Returns what is known of the identity without a request. `toJson` requests the rest. */
  toJSON(): Readonly<Record<string, string | null>> {
    const { key, name, workspace, projectName, url } = this;
    return { key, name, workspace, projectName, url };
  }

  /** Unique key of the experiment. */
  get key(): string {
    return this.subject.key;
  }

  /** Alias of `key`. */
  get id(): string {
    return this.subject.key;
  }

  /**
   * Name on this instance: the one set here, else the last one that a request returned, else null. `getName` requests
   * it from the service.
   */
  get name(): string | null {
    const { chosenName, identity, requestedName } = this.subject;
    return chosenName ?? identity?.experimentName ?? requestedName;
  }

  /** Sets the name on this instance only. `setName` or `logOther('Name', …)` changes the logged name. */
  set name(name: string | null) {
    this.subject.chosenName = name;
  }

  /**
   * URL of the experiment's page. Null when the URL of the service, or the experiment's workspace and project, are not
   * known yet; `APIExperiment.open` requests them.
   */
  get url(): string | null {
    const { identity } = this.subject;
    return identity === null ? null : experimentPage(this.connection.url, identity) || null;
  }

  /** Name of the workspace if it is known without a request, else null. */
  get workspace(): string | null {
    return this.subject.identity?.workspaceName ?? null;
  }

  /** Name of the project if it is known without a request, else null. */
  get projectName(): string | null {
    return this.subject.identity?.projectName ?? null;
  }

  /**
   * Signal that aborts when a user asks the experiment to stop. It takes until the next heartbeat, about ten seconds.
   * Never aborts for an experiment that `create` or `resume` has not started.
   */
  get stopSignal(): AbortSignal {
    const { run } = this.subject;
    if (run !== null) return run.stopSignal;
    this.neverStopped ??= new AbortController().signal;
    return this.neverStopped;
  }

  /**
   * Waits until everything that was logged is stored, and finishes the run that `create` or `resume` has started. A
   * state that was set with `setState` before remains.
   *
   * @throws RestApiException if something was not stored: by calls that nobody waited for, or because the service was
   *   not available in time. `data.lost` has a `LogLoss` for each lost call, `data.onDisk` the folders with what is
   *   sent by the next process or by `tracklens sync`.
   */
  async end(options: EndOptions = {}): Promise<void> {
    const { timeoutMillis = endTimeoutMillis } = checkOptions('end', endChecks, options);
    const { files, log, logged, run } = this.subject;
    const endedAt = run?.now() ?? 0;
    const deadline = performance.now() + timeoutMillis;
    const [ofLog, ofFiles] = await Promise.all([log.settled(timeoutMillis), files.settled(timeoutMillis)]);
    await logged.settled();
    // A large file is queued only when it could not be sent.
    const ofLarge = await files.settled(Math.max(0, deadline - performance.now()));
    await this.endRun(endedAt);
    const failure = await logged.take([...log.onDisk, ...files.onDisk], ofLog ?? ofFiles ?? ofLarge);
    if (failure !== null) throw failure;
  }

  private async endRun(endedAt: number): Promise<void> {
    const { logged, run } = this.subject;
    if (!run?.isActive) return;
    try {
      await run.end(endedAt);
    } catch (error) {
      logged.add({ error: RestApiException.from(error) });
    }
  }
}

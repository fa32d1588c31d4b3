import type { CallOptions } from '../client/call.ts';
import type { Connection } from '../client/connection.ts';
import { RestApiException } from '../client/errors.ts';
import type { AbruptEnd, UnfinishedLogging } from '../client/process-hooks.ts';
import type { WireRequest } from '../client/transport.ts';
import { unref } from '../client/unref.ts';
import { type CallArguments, wireRequest } from '../client/wire-request.ts';
import { type AnyEndpoint, contract } from '../contract/index.ts';
import { canBeSentLater } from '../write-queue/outage.ts';
import { requestItem } from './log-items.ts';
import type { LogQueue } from './log-queue.ts';
import { steadyNow } from './steady-now.ts';

const { experiments, logging } = contract;

/** Time in milliseconds until the first heartbeat, before the service has requested an interval. */
const firstHeartbeatMillis = 10_000;
const shortestIntervalMillis = 1_000;
/** The local service assumes that a process without heartbeats for a minute has ended. */
const longestIntervalMillis = 30_000;
/** Timeout of the requests by which a process that ends at once reports it. */
const abruptTimeoutMillis = 2_000;

/** Time limit in milliseconds of the last heartbeat at the regular end of the process. */
const regularTimeoutMillis = 3_000;

/** Experiment of a run. */
interface RunSubject {
  readonly connection: Connection;
  readonly key: string;
  /** Queue of what was logged and waits to be sent. */
  readonly log: LogQueue;
}

/** Options of `startRun`. */
interface RunOptions extends CallOptions {
  /** Time in milliseconds until the first heartbeat. Default: 10,000. */
  readonly heartbeatMillis?: number;
}

type RunPhase = 'active' | 'released' | 'ended';

/**
 * Process that logs into an experiment. It sends heartbeats until it ends, by which the service shows the experiment as
 * running, and receives the request to stop.
 */
export class Run implements UnfinishedLogging {
  private readonly connection: Connection;
  private readonly experimentKey: string;
  private readonly runId: string;
  private readonly stopping = new AbortController();
  private readonly subject: RunSubject;
  private readonly startedAt = steadyNow();
  private phase: RunPhase = 'active';
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param heartbeatMillis time until the first heartbeat */
  constructor(subject: RunSubject, runId: string, heartbeatMillis: number) {
    this.connection = subject.connection;
    this.experimentKey = subject.key;
    this.subject = subject;
    this.runId = runId;
    this.schedule(heartbeatMillis);
    this.connection.host.hooks?.add(this);
  }

  /** Whether the run has not ended. */
  get isActive(): boolean {
    return this.phase === 'active';
  }

  /** Whether `end` was called. */
  get hasEnded(): boolean {
    return this.phase === 'ended';
  }

  /** Signal that aborts when a user asks the experiment to stop. */
  get stopSignal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Stops the heartbeats without a request: the caller has set the state. */
  release(): void {
    this.close('released');
  }

  /** Current time. It is never before the start, also if the clock of the system was set back since. */
  now(): number {
    return Math.max(this.startedAt, steadyNow());
  }

  /**
   * Reports the regular end of the run. A service that is unavailable or rejects the key gets it from the disk, after
   * what was logged before.
   *
   * @param endedAt time of the end, in milliseconds since 1970
   */
  async end(endedAt: number = this.now(), options: CallOptions = {}): Promise<void> {
    if (!this.isActive) return;
    this.close('ended');
    if (this.subject.log.left !== null && this.save(endedAt)) return;
    try {
      await this.connection.call('end', logging.heartbeat, this.heartbeat(false), options);
    } catch (thrown) {
      const error = RestApiException.from(thrown);
      if (!(canBeSentLater(error) || options.signal?.aborted) || !this.save(endedAt)) throw error;
    }
  }

  /** Writes the end to disk. Returns whether the disk has it. */
  private save(endTimestamp: number): boolean {
    const body = { experimentKey: this.experimentKey, runId: this.runId, endTimestamp };
    return this.subject.log.save([requestItem(logging.offlineTimes, { body })], 'end');
  }

  /**
   * Reports a crash if the process ends by an error right after the run: `await using` ends a run before the error that
   * leaves its block is known to be uncaught.
   */
  watchForCrash(): void {
    const { hooks } = this.connection.host;
    if (hooks === undefined || this.phase !== 'ended') return;
    const ended: UnfinishedLogging = {
      finish: async () => {},
      abandon: ({ crashed, error }) => (crashed ? [this.crashReport(false, error)] : []),
    };
    hooks.add(ended);
    // An uncaught error is reported before the next timers.
    setTimeout(() => hooks.remove(ended), 0);
  }

  /** Reports the end at the regular end of the process. */
  async finish(): Promise<void> {
    await this.end(this.now(), { signal: AbortSignal.timeout(regularTimeoutMillis) }).catch(() => {});
  }

  abandon({ crashed, error }: AbruptEnd): readonly WireRequest[] {
    if (!this.isActive) return [];
    this.close('ended');
    return [...(crashed ? [this.crashReport(true, error)] : []), requestOf(logging.heartbeat, this.heartbeat(false))];
  }

  onUnsent({ crashed, error }: AbruptEnd): void {
    if (crashed) this.subject.log.save([requestItem(experiments.updateStatus, this.crash(false, error))], 'end');
    this.save(this.now());
  }

  private crash(isAlive: boolean, error: string | null) {
    const { experimentKey, runId } = this;
    return { body: { experimentKey, runId, isAlive, hasCrashed: true, error } };
  }

  private crashReport(isAlive: boolean, error: string | null): WireRequest {
    return requestOf(experiments.updateStatus, this.crash(isAlive, error));
  }

  private close(phase: RunPhase): void {
    if (!this.isActive) return;
    this.phase = phase;
    clearTimeout(this.timer);
    this.connection.host.hooks?.remove(this);
  }

  private heartbeat(isAlive: boolean) {
    const { experimentKey, runId } = this;
    return { body: { experimentKey, runId, is_alive: isAlive, local_timestamp: Date.now(), offline: false } };
  }

  private schedule(millis: number): void {
    this.timer = setTimeout(() => void this.beat(), millis);
    // Heartbeats alone must not keep the process running.
    unref(this.timer);
  }

  private async beat(): Promise<void> {
    let intervalMillis = firstHeartbeatMillis;
    try {
      const reply = await this.connection.callOnce('heartbeat', logging.heartbeat, this.heartbeat(true));
      intervalMillis = reply.is_alive_beat_duration_millis;
      if (reply.pending_rpcs) await this.answerCalls();
    } catch {
      // The next heartbeat follows anyway.
    }
    if (this.isActive) this.schedule(Math.min(Math.max(intervalMillis, shortestIntervalMillis), longestIntervalMillis));
  }

  /** Fetches the pending calls of users. The only one that is supported is `stop`. */
  private async answerCalls(): Promise<void> {
    const { experimentKey } = this;
    const query = { experimentKey };
    const { remoteProcedureCalls } = await this.connection.callOnce('heartbeat', logging.pendingRemoteActions, {
      query,
    });
    for (const { callId, functionName, userName } of remoteProcedureCalls) {
      const isStop = functionName === 'stop';
      if (isStop) this.stopping.abort(new Error(`${userName} asked the experiment ${experimentKey} to stop`));
      const now = Date.now();
      const outcome = isStop ? { result: 'stop requested' } : { errorMessage: `${functionName} is not supported` };
      const body = { experimentKey, callId, ...outcome, startTimeMs: now, endTimeMs: now };
      await this.connection.callOnce('heartbeat', logging.saveRemoteActionResult, { body });
    }
  }
}

/** Starts a run of an existing experiment. */
export async function startRun(
  subject: RunSubject,
  operation: string,
  { signal, heartbeatMillis = firstHeartbeatMillis }: RunOptions = {},
): Promise<Run> {
  const body = { previousExperiment: subject.key, local_timestamp: Date.now() };
  const { runId } = await subject.connection.call(operation, logging.getRun, { body }, { signal });
  return new Run(subject, runId, heartbeatMillis);
}

function requestOf<R extends AnyEndpoint>(endpoint: R, args: CallArguments<R>): WireRequest {
  return wireRequest(endpoint, args, { timeoutMillis: abruptTimeoutMillis });
}

import { type CallArguments, type CallOptions, wireRequest } from '../client/call.ts';
import type { Connection } from '../client/connection.ts';
import type { AbruptEnd, UnfinishedLogging } from '../client/process-hooks.ts';
import type { WireRequest } from '../client/transport.ts';
import { type AnyEndpoint, contract } from '../contract/index.ts';

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
  private phase: RunPhase = 'active';
  private timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(connection: Connection, experimentKey: string, runId: string) {
    this.connection = connection;
    this.experimentKey = experimentKey;
    this.runId = runId;
  }

  /** Starts a run of an existing experiment. */
  static async start(
    connection: Connection,
    experimentKey: string,
    operation: string,
    { signal, heartbeatMillis = firstHeartbeatMillis }: CallOptions & { readonly heartbeatMillis?: number } = {},
  ): Promise<Run> {
    const body = { previousExperiment: experimentKey, local_timestamp: Date.now() };
    const { runId } = await connection.call(operation, logging.getRun, { body }, { signal });
    const run = new Run(connection, experimentKey, runId);
    run.schedule(heartbeatMillis);
    connection.hooks?.add(run);
    return run;
  }

  /** Whether the run has not ended. */
  get isActive(): boolean {
    return this.phase === 'active';
  }

  /** Signal that aborts when a user asks the experiment to stop. */
  get stopSignal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Stops the heartbeats without a request: the caller has set the state. */
  release(): void {
    this.close('released');
  }

  /** Reports the regular end of the run. */
  async end(options: CallOptions = {}): Promise<void> {
    if (!this.isActive) return;
    this.close('ended');
    await this.connection.call('end', logging.heartbeat, this.heartbeat(false), options);
  }

  /**
   * Reports a crash if the process ends by an error right after the run: `await using` ends a run before the error that
   * leaves its block is known to be uncaught.
   */
  watchForCrash(): void {
    const { hooks } = this.connection;
    if (hooks === null || this.phase !== 'ended') return;
    const ended: UnfinishedLogging = {
      finish: async () => {},
      abandon: ({ crashed, error }) => (crashed ? [this.crashReport(false, error)] : []),
    };
    hooks.add(ended);
    // An uncaught error is reported before the next timers.
    setTimeout(() => hooks.remove(ended), 0);
  }

  /** Reports the end at the regular end of the process. An unavailable service notices it by missing heartbeats. */
  async finish(): Promise<void> {
    await this.end({ signal: AbortSignal.timeout(regularTimeoutMillis) }).catch(() => {});
  }

  abandon({ crashed, error }: AbruptEnd): readonly WireRequest[] {
    if (!this.isActive) return [];
    this.close('ended');
    return [...(crashed ? [this.crashReport(true, error)] : []), requestOf(logging.heartbeat, this.heartbeat(false))];
  }

  private crashReport(isAlive: boolean, error: string | null): WireRequest {
    const body = { experimentKey: this.experimentKey, isAlive, hasCrashed: true, error };
    return requestOf(experiments.updateStatus, { body });
  }

  private close(phase: RunPhase): void {
    if (!this.isActive) return;
    this.phase = phase;
    clearTimeout(this.timer);
    this.connection.hooks?.remove(this);
  }

  private heartbeat(isAlive: boolean) {
    const { experimentKey, runId } = this;
    return { body: { experimentKey, runId, is_alive: isAlive, local_timestamp: Date.now(), offline: false } };
  }

  private schedule(millis: number): void {
    const timer: ReturnType<typeof setTimeout> | { unref?(): void } = setTimeout(() => void this.beat(), millis);
    this.timer = timer as ReturnType<typeof setTimeout>;
    // Heartbeats alone must not keep the process running.
    if (typeof timer === 'object') timer.unref?.();
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

function requestOf<R extends AnyEndpoint>(endpoint: R, args: CallArguments<R>): WireRequest {
  return wireRequest(endpoint, args, { timeoutMillis: abruptTimeoutMillis });
}

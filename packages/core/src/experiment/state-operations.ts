import { anything, argument, number, text } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import { defineOperations, type OperationContext } from '../client/operation.ts';
import { contract, type ExperimentMetadata, type UpdateStatusReply, type WriteReply } from '../contract/index.ts';
import type { ExperimentSubject } from './experiment-subject.ts';
import { sendOther } from './logging-operations.ts';

const { experiments, projects } = contract;

/** States of an experiment. */
const experimentStates = ['running', 'finished', 'crashed'] as const;
/** State of an experiment. */
export type ExperimentState = (typeof experimentStates)[number];

/** Operations on the identity and state of an experiment. */
export interface StateOperations {
  /** Returns the logged name, or null. The instance's `name` then has it too. */
  getName(options?: OperationOptions): Promise<string | null>;
  /** Changes the logged name. */
  setName(name: string, options?: OperationOptions): Promise<WriteReply>;
  /** Requests the metadata: identity, state and times (in milliseconds). */
  getMetadata(options?: OperationOptions): Promise<ExperimentMetadata>;
  /** Returns the cached metadata. Requests it only when there is none or this `API` has changed it since. */
  metadata(options?: OperationOptions): Promise<ExperimentMetadata>;
  /** Returns the state: `running`, `finished` or `crashed`. */
  getState(options?: OperationOptions): Promise<ExperimentState>;
  /**
   * Sets the state. `finished` and `crashed` also end the heartbeats of a run that `create` or `resume` has started.
   * @throws RestApiException `invalid` for any other value, before anything is sent
   */
  setState(state: ExperimentState, options?: OperationOptions): Promise<WriteReply>;
  /** Sends a heartbeat. The reply has the heartbeat interval in milliseconds. */
  updateStatus(options?: OperationOptions): Promise<UpdateStatusReply>;
  /** Sets the start time. If the end time is absent or earlier, the service sets it to one second after the start. */
  setStartTime(startServerTimestamp: number, options?: OperationOptions): Promise<WriteReply>;
  /** Sets the end time. If the start time is absent or later, the service sets it to one second before the end. */
  setEndTime(endServerTimestamp: number, options?: OperationOptions): Promise<WriteReply>;
  /** Archives the experiment. */
  archive(options?: OperationOptions): Promise<WriteReply>;
  /** Links the experiment into another project of its workspace. Returns the URL of the link. */
  createSymlink(projectName: string, options?: OperationOptions): Promise<string>;
}

type Context = OperationContext<ExperimentSubject>;

/** Returns the state of an experiment from its metadata. */
function stateOf(metadata: Pick<ExperimentMetadata, 'running' | 'hasCrashed'>): ExperimentState {
  if (metadata.running) return 'running';
  return metadata.hasCrashed ? 'crashed' : 'finished';
}

async function readMetadata({ call, subject }: Context): Promise<ExperimentMetadata> {
  const { changes } = subject;
  const metadata = await call(experiments.metadata, subject.keyQuery);
  subject.setMetadata(metadata, changes);
  return metadata;
}

/** Returns the cached metadata, or requests it. */
export async function knownMetadata(context: Context): Promise<ExperimentMetadata> {
  return context.subject.cachedMetadata ?? (await readMetadata(context));
}

function setTimes(context: Context, startTimeMillis: number | null, endTimeMillis: number | null): Promise<WriteReply> {
  const body = { experimentKey: context.subject.key, startTimeMillis, endTimeMillis };
  return context.call(experiments.setStartEndTime, { body });
}

/** Definitions of the operations on the identity and state of an experiment. */
export const stateOperations = defineOperations<StateOperations, ExperimentSubject>({
  getName: {
    async run({ call, subject }) {
      const { values } = await call(experiments.others, subject.keyQuery);
      const logged = values.find(({ name }) => name === 'Name')?.valueCurrent ?? null;
      if (logged === null) return null;
      if (subject.identity === null) subject.requestedName = logged;
      else subject.identity = { ...subject.identity, experimentName: logged };
      return logged;
    },
  },
  setName: {
    unawaited: true,
    arguments: [argument('name', text)],
    run: (context, name) => sendOther(context, 'Name', name),
  },
  getMetadata: { run: readMetadata },
  metadata: { run: knownMetadata },
  getState: { run: async (context) => stateOf(await readMetadata(context)) },
  setState: {
    arguments: [argument('state', anything)],
    run(context, state) {
      if (!experimentStates.includes(state)) {
        const reason = `${JSON.stringify(state)} is not a state; use one of ${experimentStates.join(', ')}`;
        throw context.failure('invalid', reason);
      }
      // A heartbeat after this request would set the experiment to running again.
      if (state !== 'running') context.subject.run?.release();
      const status = { isAlive: state === 'running', error: null, hasCrashed: state === 'crashed' };
      const body = { experimentKey: context.subject.key, ...status };
      return context.call(experiments.updateStatus, { body });
    },
  },
  updateStatus: { run: ({ call, subject }) => call(experiments.keepAlive, subject.keyQuery) },
  setStartTime: {
    arguments: [argument('startServerTimestamp', number)],
    run: (context, startTimeMillis) => setTimes(context, startTimeMillis, null),
  },
  setEndTime: {
    arguments: [argument('endServerTimestamp', number)],
    run: (context, endTimeMillis) => setTimes(context, null, endTimeMillis),
  },
  archive: {
    async run({ call, subject }) {
      const reply = await call(experiments.archive, subject.keyQuery);
      if (subject.identity !== null) subject.identity = { ...subject.identity, archived: true };
      return reply;
    },
  },
  createSymlink: {
    arguments: [argument('projectName', text)],
    run: async ({ call, subject }, projectName) =>
      (await call(projects.symlink, { query: { experimentKey: subject.key, projectName } })).link,
  },
});

import type { Connection, OperationOptions } from '../api/connection.ts';
import { operations } from '../api/operation-arguments.ts';
import { RestApiException } from '../client/errors.ts';
import { contract, type ExperimentMetadata, type UpdateStatusReply, type WriteReply } from '../contract/index.ts';
import { experimentPage } from '../targets/link.ts';

const { experiments, projects } = contract;

/** States of an experiment. */
const experimentStates = ['running', 'finished', 'crashed'] as const;
/** State of an experiment. */
export type ExperimentState = (typeof experimentStates)[number];

/** Metadata fields that determine an experiment's name and URL. */
export type ExperimentIdentity = Pick<
  ExperimentMetadata,
  'experimentKey' | 'experimentName' | 'workspaceName' | 'projectName' | 'archived'
>;

/** Identity and state of one experiment. */
export abstract class BaseExperiment {
  /** @internal */
  readonly connection: Connection;
  private readonly experimentKey: string;
  private identity: ExperimentIdentity | null;
  /** Cached metadata. Null when not loaded yet or changed since. */
  private known: ExperimentMetadata | null;
  private chosenName: string | null = null;

  constructor(
    connection: Connection,
    experimentKey: string,
    given: ExperimentMetadata | ExperimentIdentity | null = null,
  ) {
    this.connection = connection;
    this.experimentKey = experimentKey;
    this.identity = given;
    this.known = given !== null && 'projectId' in given ? given : null;
  }

  /** Unique key of the experiment. */
  get key(): string {
    return this.experimentKey;
  }

  /** Alias of `key`. */
  get id(): string {
    return this.experimentKey;
  }

  /**
   * Name on this instance: the one set here, else the one in the loaded metadata, else null. `getName` requests it
   * from the service.
   */
  get name(): string | null {
    return this.chosenName ?? this.identity?.experimentName ?? null;
  }

  /** Sets the name on this instance only. `setName` or `logOther('Name', …)` changes the logged name. */
  set name(name: string | null) {
    this.chosenName = name;
  }

  /**
   * URL of the experiment's page. Empty when the URL of the service, or the experiment's workspace and project, are
   * not known yet.
   */
  get url(): string {
    return this.identity === null ? '' : experimentPage(this.connection.url, this.identity);
  }

  /** Name of the workspace if it is known without a request, else null. */
  get workspace(): string | null {
    return this.identity?.workspaceName ?? null;
  }

  /** Name of the project if it is known without a request, else null. */
  get projectName(): string | null {
    return this.identity?.projectName ?? null;
  }

  /** Returns the logged name, or null. */
  async getName(options: OperationOptions = {}): Promise<string | null> {
    const answer = await this.connection.call('getName', experiments.others, this.mine, options);
    return answer.values.find(({ name }) => name === 'Name')?.valueCurrent ?? null;
  }

  /** Changes the logged name. */
  async setName(name: string, options: OperationOptions = {}): Promise<WriteReply> {
    const body = { experimentKey: this.key, key: 'Name', value: name };
    const reply = await this.connection.call('setName', experiments.logOther, { body }, options);
    this.chosenName = name;
    return reply;
  }

  /** Requests the metadata: identity, state and times (in milliseconds). */
  async getMetadata(options: OperationOptions = {}): Promise<ExperimentMetadata> {
    return await this.readMetadata('getMetadata', options);
  }

  /** Returns the cached metadata. Requests it only when there is none or this instance has changed it. */
  async metadata(options: OperationOptions = {}): Promise<ExperimentMetadata> {
    return this.known ?? (await this.getMetadata(options));
  }

  /** Returns the state: `running`, `finished` or `crashed`. */
  async getState(options: OperationOptions = {}): Promise<ExperimentState> {
    return stateOf(await this.readMetadata('getState', options));
  }

  private async readMetadata(operation: string, options: OperationOptions): Promise<ExperimentMetadata> {
    const metadata = await this.connection.call(operation, experiments.metadata, this.mine, options);
    this.known = metadata;
    this.identity = metadata;
    return metadata;
  }

  /**
   * Sets the state.
   * @throws RestApiException `invalid` for any other value, before anything is sent
   */
  async setState(state: ExperimentState, options: OperationOptions = {}): Promise<WriteReply> {
    if (!experimentStates.includes(state)) {
      const reason = `${JSON.stringify(state)} is not a state; there are ${experimentStates.join(', ')}`;
      throw RestApiException.from({ code: 'invalid', operation: 'setState', reason });
    }
    const body = {
      experimentKey: this.key,
      isAlive: state === 'running',
      error: null,
      hasCrashed: state === 'crashed',
    };
    return await this.changed(this.connection.call('setState', experiments.updateStatus, { body }, options));
  }

  /** Sends a heartbeat. The reply has the heartbeat interval in milliseconds. */
  async updateStatus(options: OperationOptions = {}): Promise<UpdateStatusReply> {
    return await this.connection.call('updateStatus', experiments.keepAlive, this.mine, options);
  }

  /** Called when the experiment has ended. */
  abstract end(): Promise<void>;

  /** Sets the start time. If the end time is absent or earlier, the service sets it to one second after the start. */
  async setStartTime(startServerTimestamp: number, options: OperationOptions = {}): Promise<WriteReply> {
    const body = { experimentKey: this.key, startTimeMillis: startServerTimestamp, endTimeMillis: null };
    return await this.changed(this.connection.call('setStartTime', experiments.setStartEndTime, { body }, options));
  }

  /** Sets the end time. If the start time is absent or later, the service sets it to one second before the end. */
  async setEndTime(endServerTimestamp: number, options: OperationOptions = {}): Promise<WriteReply> {
    const body = { experimentKey: this.key, startTimeMillis: null, endTimeMillis: endServerTimestamp };
    return await this.changed(this.connection.call('setEndTime', experiments.setStartEndTime, { body }, options));
  }

  /** Archives the experiment. */
  async archive(options: OperationOptions = {}): Promise<WriteReply> {
    const reply = await this.connection.call('archive', experiments.archive, this.mine, options);
    if (this.identity !== null) this.identity = { ...this.identity, archived: true };
    if (this.known !== null) this.known = { ...this.known, archived: true };
    return reply;
  }

  /** Links the experiment into another project of its workspace. Returns the URL of the link. */
  async createSymlink(projectName: string, options: OperationOptions = {}): Promise<string> {
    const query = { experimentKey: this.key, projectName };
    return (await this.connection.call('createSymlink', projects.symlink, { query }, options)).link;
  }

  /** Waits for a change of the metadata and invalidates the cached metadata, even if the change fails. */
  protected async changed<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } finally {
      this.known = null;
    }
  }

  /** Query parameters that identify this experiment. */
  protected get mine(): { readonly query: { readonly experimentKey: string } } {
    return { query: { experimentKey: this.key } };
  }
}

/** Returns the state of an experiment from its metadata. */
function stateOf(metadata: Pick<ExperimentMetadata, 'running' | 'hasCrashed'>): ExperimentState {
  if (metadata.running) return 'running';
  return metadata.hasCrashed ? 'crashed' : 'finished';
}

operations(BaseExperiment.prototype, {
  setName: ['name'],
  setState: ['state'],
  setStartTime: ['startServerTimestamp'],
  setEndTime: ['endServerTimestamp'],
  createSymlink: ['projectName'],
  metadata: [],
});

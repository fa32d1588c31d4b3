import type { Connection, OperationOptions } from '../api/connection.ts';
import { operations } from '../api/operation-arguments.ts';
import { RestApiException } from '../client/errors.ts';
import { contract, type ExperimentMetadata, type UpdateStatusReply, type WriteReply } from '../contract/index.ts';
import { experimentPage } from '../display/link.ts';

const { experiments, projects } = contract;

/** The three states of an experiment (section 3). */
const experimentStates = ['running', 'finished', 'crashed'] as const;
/** One of the three states. */
export type ExperimentState = (typeof experimentStates)[number];

/** What an experiment's name and address are made of. */
export type ExperimentIdentity = Pick<
  ExperimentMetadata,
  'experimentKey' | 'experimentName' | 'workspaceName' | 'projectName' | 'archived'
>;

/** Identity and state of one experiment (sections 3, 4.7). */
export abstract class BaseExperiment {
  /** @internal */
  readonly connection: Connection;
  private readonly experimentKey: string;
  private identity: ExperimentIdentity | null;
  /** Null where it was not asked for, or has changed since. */
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

  /** The experiment's unique key. */
  get key(): string {
    return this.experimentKey;
  }

  /** The same as `key`. */
  get id(): string {
    return this.experimentKey;
  }

  /** The name on this instance: set here, else as it was listed; null when neither. `getName` asks the service. */
  get name(): string | null {
    return this.chosenName ?? this.identity?.experimentName ?? null;
  }

  /** Sets the name on this instance only; `setName` or `logOther('name', …)` changes the logged one. */
  set name(name: string | null) {
    this.chosenName = name;
  }

  /** Address of the experiment's page; empty when the service's address or the experiment's place is not known yet. */
  get url(): string {
    return this.identity === null ? '' : experimentPage(this.connection.url, this.identity);
  }

  /** Name of the workspace, where it is known without asking; else null. */
  get workspace(): string | null {
    return this.identity?.workspaceName ?? null;
  }

  /** Name of the project, where it is known without asking; else null. */
  get projectName(): string | null {
    return this.identity?.projectName ?? null;
  }

  /** The name as logged, or null (section 4.7). */
  async getName(options: OperationOptions = {}): Promise<string | null> {
    const answer = await this.connection.call('getName', experiments.others, this.mine, options);
    return answer.values.find(({ name }) => name === 'Name')?.valueCurrent ?? null;
  }

  /** Changes the logged name (section 4.7). */
  async setName(name: string, options: OperationOptions = {}): Promise<WriteReply> {
    const body = { experimentKey: this.key, key: 'Name', value: name };
    const reply = await this.connection.call('setName', experiments.logOther, { body }, options);
    this.chosenName = name;
    return reply;
  }

  /** What the experiment is and whether it runs; times in milliseconds (sections 2, 4.7). */
  async getMetadata(options: OperationOptions = {}): Promise<ExperimentMetadata> {
    return await this.readMetadata('getMetadata', options);
  }

  /** The metadata that the experiment was listed with, asked for only when there is none or this instance has changed it. */
  async metadata(options: OperationOptions = {}): Promise<ExperimentMetadata> {
    return this.known ?? (await this.getMetadata(options));
  }

  /** `running`, `finished` or `crashed` (sections 3, 4.7). */
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
   * Sets the state (sections 3, 4.7).
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

  /** Says that the experiment is alive; answers how often to say so, in milliseconds (sections 2, 4.7). */
  async updateStatus(options: OperationOptions = {}): Promise<UpdateStatusReply> {
    return await this.connection.call('updateStatus', experiments.keepAlive, this.mine, options);
  }

  /** Called when the experiment is over (section 4.7). */
  abstract end(): Promise<void>;

  /** Sets the start; an absent end becomes one second later (sections 3, 4.7). */
  async setStartTime(startServerTimestamp: number, options: OperationOptions = {}): Promise<WriteReply> {
    const body = { experimentKey: this.key, startTimeMillis: startServerTimestamp, endTimeMillis: null };
    return await this.changed(this.connection.call('setStartTime', experiments.setStartEndTime, { body }, options));
  }

  /** Sets the end; an absent start becomes one second earlier (sections 3, 4.7). */
  async setEndTime(endServerTimestamp: number, options: OperationOptions = {}): Promise<WriteReply> {
    const body = { experimentKey: this.key, startTimeMillis: null, endTimeMillis: endServerTimestamp };
    return await this.changed(this.connection.call('setEndTime', experiments.setStartEndTime, { body }, options));
  }

  /** Archives the experiment (sections 3, 4.7). */
  async archive(options: OperationOptions = {}): Promise<WriteReply> {
    const reply = await this.connection.call('archive', experiments.archive, this.mine, options);
    if (this.identity !== null) this.identity = { ...this.identity, archived: true };
    if (this.known !== null) this.known = { ...this.known, archived: true };
    return reply;
  }

  /** Shows the experiment in another project of its workspace too (section 4.7). */
  async createSymlink(projectName: string, options: OperationOptions = {}): Promise<string> {
    const query = { experimentKey: this.key, projectName };
    return (await this.connection.call('createSymlink', projects.symlink, { query }, options)).link;
  }

  /** Carries out what changes the metadata: they are asked for anew when they are next needed. */
  protected async changed<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } finally {
      this.known = null;
    }
  }

  /** The query that names this experiment. */
  protected get mine(): { readonly query: { readonly experimentKey: string } } {
    return { query: { experimentKey: this.key } };
  }
}

/** The state that metadata tells. */
export function stateOf(metadata: Pick<ExperimentMetadata, 'running' | 'hasCrashed'>): ExperimentState {
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

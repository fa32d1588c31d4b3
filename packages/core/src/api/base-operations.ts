import type { ExperimentMetadata } from '../contract/index.ts';
import type { BaseExperiment } from '../experiment/base-experiment.ts';
import type { Connection } from './connection.ts';

/** What all operations of an `API` stand on. */
export abstract class BaseOperations<E extends BaseExperiment> {
  /** @internal */
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** The experiment class of this room, for an experiment whose metadata is known or not. */
  protected abstract experimentOf(experimentKey: string, metadata: ExperimentMetadata | null): E;
}

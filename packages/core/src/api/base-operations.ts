import type { ExperimentMetadata } from '../contract/index.ts';
import type { BaseExperiment } from '../experiment/base-experiment.ts';
import type { Connection } from './connection.ts';

/** Base class of all operations of an `API`. */
export abstract class BaseOperations<E extends BaseExperiment> {
  /** @internal */
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Creates an experiment of this client's class. `metadata` is null when it is unknown. */
  protected abstract experimentOf(experimentKey: string, metadata: ExperimentMetadata | null): E;
}

import { flag } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import { defineOperations } from '../client/operation.ts';
import type { ExperimentJson, FullExperimentJson } from './experiment-json.ts';
import type { ExperimentSubject } from './experiment-subject.ts';

/** Serialization of an experiment. */
export interface JsonOperations {
  /** Returns the basic fields of the experiment. Requests only what is not cached. */
  toJson(
    options?: OperationOptions & {
      /** Whether all logged data is included. Default: false. */
      readonly full?: false | undefined;
    },
  ): Promise<ExperimentJson>;
  /** Returns the basic fields and all logged data. */
  toJson(
    options?: OperationOptions & {
      /** Whether all logged data is included. Default: false. */
      readonly full?: boolean | undefined;
    },
  ): Promise<FullExperimentJson | ExperimentJson>;
}

/** Definition of the serialization of an experiment. */
export const jsonOperations = defineOperations<JsonOperations, ExperimentSubject>({
  toJson: {
    options: { full: flag },
    run: async (context, { full = false }) => (await import('./experiment-json.ts')).experimentJson(context, full),
  },
});

import { type Definitions, lazyOperations } from '../client/operation.ts';
import { type AssetOperations, assetOperations } from './asset-operations.ts';
import type { ContentOperations } from './contents/index.ts';
import { type DisplayEnvironment, type DisplayOperations, displayOperations } from './display-operations.ts';
import type { JsonOperations } from './json-operations.ts';
import { type LoggingOperations, loggingOperations } from './logging-operations.ts';
import { type ReadingOperations, readingOperations } from './reading-operations.ts';
import { type SettingOperations, settingOperations } from './setting-operations.ts';
import { type StateOperations, stateOperations } from './state-operations.ts';
import { type SystemOperations, systemOperations } from './system-operations.ts';
import { type TagOperations, tagOperations } from './tag-operations.ts';

/** All operations of an `APIExperiment` that are there on every platform. */
export interface ExperimentOperations
  extends StateOperations,
    TagOperations,
    SystemOperations,
    ReadingOperations,
    AssetOperations,
    LoggingOperations,
    ContentOperations,
    SettingOperations,
    JsonOperations,
    DisplayOperations {}

/** Platform of the operations of an experiment. */
export interface ExperimentEnvironment extends DisplayEnvironment {
  /** Definitions of the operations that log content. */
  readonly contents: Definitions<ContentOperations>;
}

/** Returns the definitions of all operations of an `APIExperiment` that are there on every platform. */
export function experimentOperations(environment: ExperimentEnvironment): Definitions<ExperimentOperations> {
  return {
    ...stateOperations,
    ...tagOperations,
    ...systemOperations,
    ...readingOperations,
    ...assetOperations,
    ...loggingOperations,
    ...environment.contents,
    ...settingOperations,
    ...lazyOperations<JsonOperations>(
      { toJson: false },
      async () => (await import('./json-operations.ts')).jsonOperations,
    ),
    ...displayOperations(environment),
  };
}

export type { ContentOperations } from './contents/index.ts';
export { ExperimentHandle } from './experiment-handle.ts';
export type { ExperimentIdentity } from './experiment-subject.ts';

import type { Definitions } from '../client/operation.ts';
import { type AssetOperations, assetOperations } from './asset-operations.ts';
import { type DisplayEnvironment, type DisplayOperations, displayOperations } from './display-operations.ts';
import { type JsonOperations, jsonOperations } from './json-operations.ts';
import { type LoggingOperations, loggingOperations } from './logging-operations.ts';
import { type ReadingOperations, readingOperations } from './reading-operations.ts';
import { type SettingOperations, settingOperations } from './setting-operations.ts';
import { type StateOperations, stateOperations } from './state-operations.ts';
import { type SystemOperations, systemOperations } from './system-operations.ts';
import { type TagOperations, tagOperations } from './tag-operations.ts';
import { type UploadOperations, uploadOperations } from './upload-operations.ts';

/** All operations of an `APIExperiment` that need no file system. */
export interface ExperimentOperations
  extends StateOperations,
    TagOperations,
    SystemOperations,
    ReadingOperations,
    AssetOperations,
    LoggingOperations,
    UploadOperations,
    SettingOperations,
    JsonOperations,
    DisplayOperations {}

/** Returns the definitions of all operations of an `APIExperiment` that need no file system. */
export function experimentOperations(environment: DisplayEnvironment): Definitions<ExperimentOperations> {
  return {
    ...stateOperations,
    ...tagOperations,
    ...systemOperations,
    ...readingOperations,
    ...assetOperations,
    ...loggingOperations,
    ...uploadOperations,
    ...settingOperations,
    ...jsonOperations,
    ...displayOperations(environment),
  };
}

export type { DisplayEnvironment } from './display-operations.ts';
export { ExperimentHandle } from './experiment-handle.ts';
export type { ExperimentIdentity } from './experiment-subject.ts';

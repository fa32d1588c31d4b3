import type { LoadedDefinitions } from '../../client/operation.ts';
import { type UploadOperations, uploadOperations } from '../upload-operations.ts';
import { type ArtifactLogging, artifactLogging } from './artifact-logging.ts';
import { type AssetLogging, assetLogging } from './asset-logging.ts';
import { type ChartLogging, chartLogging } from './chart-logging.ts';
import type { ContentFiles } from './content-files.ts';
import { withCopiedArguments } from './copied-arguments.ts';
import { type MediaLogging, mediaLogging } from './media-logging.ts';
import { type ModelLogging, modelLogging } from './model-logging.ts';
import { type SceneLogging, sceneLogging } from './scene-logging.ts';
import { type TableLogging, tableLogging } from './table-logging.ts';

/** All operations that log files and content in memory, and register models. */
export interface ContentOperations
  extends AssetLogging,
    UploadOperations,
    TableLogging,
    MediaLogging,
    ChartLogging,
    SceneLogging,
    ModelLogging,
    ArtifactLogging {}

/**
 * Returns the definitions of the operations that log content.
 *
 * @param files access to the file system, null where there is none
 */
export function contentOperations(files: ContentFiles | null): LoadedDefinitions<ContentOperations> {
  return withCopiedArguments<ContentOperations>({
    ...assetLogging(files),
    ...uploadOperations,
    ...tableLogging(files),
    ...mediaLogging(files),
    ...chartLogging,
    ...sceneLogging(files),
    ...modelLogging(files),
    ...artifactLogging(files),
  });
}

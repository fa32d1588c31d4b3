export type { ArtifactChoice } from './artifact-operations.ts';
export { Connection, type ConnectionOptions, type OperationOptions } from './connection.ts';
export type { ChartRequest, ExperimentSelection } from './experiment-operations.ts';
export { PanelOperations as BaseAPI, type PanelSurroundings } from './panel-operations.ts';
export type { ProjectChanges, ProjectChoice, ProjectViewChanges } from './project-operations.ts';
export type { RegistryModelChanges } from './registry-operations.ts';

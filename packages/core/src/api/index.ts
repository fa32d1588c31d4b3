import { type AccountOperations, accountOperations } from './account-operations.ts';
import { type ArtifactOperations, artifactOperations } from './artifact-operations.ts';
import { type AccountExperimentOperations, accountExperimentOperations } from './experiment-operations.ts';
import { type PanelOperations, panelOperations } from './panel-operations.ts';
import { type ProjectOperations, projectOperations } from './project-operations.ts';
import { type QueryOperations, queryOperations } from './query-operations.ts';
import { type RegistryOperations, registryOperations } from './registry-operations.ts';

/** All operations of an `API` that need no file system. `E` and `M` are its classes of experiments and models. */
export interface ApiOperations<E, M>
  extends AccountOperations,
    ProjectOperations,
    AccountExperimentOperations<E>,
    QueryOperations<E>,
    ArtifactOperations,
    RegistryOperations<M>,
    PanelOperations<E> {}

/** Definitions of all operations of an `API` that need no file system. */
export const apiOperations = {
  ...accountOperations,
  ...projectOperations,
  ...accountExperimentOperations,
  ...queryOperations,
  ...artifactOperations,
  ...registryOperations,
  ...panelOperations,
};

export { Account, type AccountSubject, type PanelContext } from './account.ts';
export type { ArtifactChoice, ArtifactVersionChoice } from './artifact-operations.ts';
export type { ChartRequest } from './chart-data.ts';
export type { ExperimentSelection } from './experiment-lists.ts';
export type { QueryRun } from './find-experiments.ts';
export type {
  ProjectById,
  ProjectByName,
  ProjectChanges,
  ProjectChoice,
  ProjectViewChanges,
} from './project-operations.ts';
export type { RegistryModelChanges } from './registry-operations.ts';

import type { OperationOptions } from '../client/connection.ts';
import { mapConcurrent } from '../client/map-concurrent.ts';
import { defineOperations, type OperationContext } from '../client/operation.ts';
import type { AccountSubject, ExperimentReference } from './account.ts';
import { listExperiments } from './experiment-lists.ts';
import { accountExperimentOperations } from './experiment-operations.ts';
import { projectNamed } from './project-operations.ts';
import { queryOperations } from './query-operations.ts';

/**
 * Operations for code inside a dashboard panel. Outside a panel, workspace and project are read from the
 * configuration.
 */
export interface PanelOperations<E> {
  /** Returns the keys of the panel's experiments, or outside a panel those of the configured project. */
  getPanelExperimentKeys(options?: OperationOptions): Promise<string[]>;
  /** Returns the panel's experiments, or outside a panel those of the configured project. */
  getPanelExperiments(options?: OperationOptions): Promise<E[]>;
  /** Returns the sorted names of all metrics of the panel's project, except system metrics. */
  getPanelMetricsNames(options?: OperationOptions): Promise<string[]>;
  /** Returns the id of the panel's project. */
  getPanelProjectId(options?: OperationOptions): Promise<string>;
}

type Context = OperationContext<AccountSubject>;

function panelProject({ subject, failure }: Context): { workspace: string; projectName: string } {
  const { panel, connection } = subject;
  const workspace = panel.workspace ?? connection.workspace;
  const projectName = panel.projectName ?? connection.projectName;
  if (workspace !== null && projectName !== null) return { workspace, projectName };
  throw failure('invalid', 'there is no panel, and no workspace and project are configured');
}

/** Definitions of the operations for code inside a dashboard panel. */
export const panelOperations = defineOperations<PanelOperations<ExperimentReference>, AccountSubject>({
  getPanelExperimentKeys: {
    async run(context) {
      const keys = context.subject.panel.experimentKeys;
      if (keys !== undefined) return [...keys];
      const { workspace, projectName } = panelProject(context);
      return (await listExperiments(context, workspace, { projectName, archived: false })).map(({ key }) => key);
    },
  },
  getPanelExperiments: {
    async run(context) {
      const keys = context.subject.panel.experimentKeys;
      if (keys !== undefined) {
        const found = await mapConcurrent(keys, (key) =>
          accountExperimentOperations.getExperimentByKey.run(context, key, {}),
        );
        return found.filter((one) => one !== null);
      }
      const { workspace, projectName } = panelProject(context);
      return await listExperiments(context, workspace, { projectName, archived: false });
    },
  },
  getPanelMetricsNames: {
    async run(context) {
      const { workspace, projectName } = panelProject(context);
      const columns = await queryOperations.getQueryVariables.run(context, workspace, projectName, {});
      return columns
        .filter(({ source, name }) => source === 'metrics' && !name.startsWith('sys.'))
        .map(({ name }) => name)
        .sort();
    },
  },
  getPanelProjectId: {
    async run(context) {
      const { workspace, projectName } = panelProject(context);
      return (await projectNamed(context, workspace, projectName)).projectId;
    },
  },
});

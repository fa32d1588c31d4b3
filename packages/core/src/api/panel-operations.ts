import { RestApiException } from '../client/errors.ts';
import type { BaseExperiment } from '../experiment/base-experiment.ts';
import type { OperationOptions } from './connection.ts';
import { givenOptions, operations } from './operation-arguments.ts';
import { RegistryOperations } from './registry-operations.ts';

/** Context that a dashboard page passes to the code inside one of its panels. */
export interface PanelSurroundings {
  /** Options of the panel. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Keys of the experiments on the page. */
  readonly experimentKeys?: readonly string[];
  /** Project of the page. */
  readonly projectName?: string;
  /** Workspace of the page. */
  readonly workspace?: string;
}

/**
 * Operations for code inside a dashboard panel. Outside a panel, workspace and project are read from the
 * configuration.
 */
export abstract class PanelOperations<E extends BaseExperiment> extends RegistryOperations<E> {
  /** @internal */
  protected panel: PanelSurroundings = {};

  /** Sets the panel that this instance runs in. A dashboard page calls it before the panel's own code. */
  enterPanel(surroundings: PanelSurroundings): void {
    this.panel = givenOptions('enterPanel', surroundings);
  }

  /** Returns the keys of the panel's experiments, or outside a panel those of the configured project. */
  async getPanelExperimentKeys(options: OperationOptions = {}): Promise<string[]> {
    if (this.panel.experimentKeys !== undefined) return [...this.panel.experimentKeys];
    this.panelProject('getPanelExperimentKeys');
    return (await this.getPanelExperiments(options)).map(({ key }) => key);
  }

  /** Returns the panel's experiments, or outside a panel those of the configured project. */
  async getPanelExperiments(options: OperationOptions = {}): Promise<E[]> {
    const keys = this.panel.experimentKeys;
    if (keys !== undefined) {
      const found = await Promise.all(keys.map((key) => this.getExperimentByKey(key, options)));
      return found.filter((one): one is Awaited<E> => one !== null) as E[];
    }
    const { workspace, projectName } = this.panelProject('getPanelExperiments');
    return await this.getExperiments(workspace, { projectName, ...options });
  }

  /** Returns the sorted names of all metrics of the panel's project, except system metrics. */
  async getPanelMetricsNames(options: OperationOptions = {}): Promise<string[]> {
    const { workspace, projectName } = this.panelProject('getPanelMetricsNames');
    const columns = await this.getQueryVariables(workspace, projectName, options);
    return columns
      .filter(({ source, name }) => source === 'metrics' && !name.startsWith('sys.'))
      .map(({ name }) => name)
      .sort();
  }

  /** Returns the panel's options; empty outside a panel. */
  getPanelOptions(): Readonly<Record<string, unknown>> {
    return this.panel.options ?? {};
  }

  /** Returns the id of the panel's project. */
  async getPanelProjectId(options: OperationOptions = {}): Promise<string> {
    const { workspace, projectName } = this.panelProject('getPanelProjectId');
    const project = await this.getProject(workspace, projectName, options);
    if (project !== null) return project.projectId;
    const reason = `there is no project ${workspace}/${projectName}`;
    throw RestApiException.from({ code: 'not-found', operation: 'getPanelProjectId', reason });
  }

  /** Returns the name of the panel's project, or null. */
  getPanelProjectName(): string | null {
    return this.panel.projectName ?? this.connection.projectName;
  }

  /** Returns the name of the panel's workspace, or null. */
  getPanelWorkspace(): string | null {
    return this.panel.workspace ?? this.connection.workspace;
  }

  private panelProject(operation: string): { workspace: string; projectName: string } {
    const [workspace, projectName] = [this.getPanelWorkspace(), this.getPanelProjectName()];
    if (workspace !== null && projectName !== null) return { workspace, projectName };
    const reason = 'there is no panel here, and no workspace and project are configured';
    throw RestApiException.from({ code: 'invalid', operation, reason });
  }
}

operations(PanelOperations.prototype, {
  getPanelExperimentKeys: [],
  getPanelExperiments: [],
  getPanelMetricsNames: [],
  getPanelProjectId: [],
});

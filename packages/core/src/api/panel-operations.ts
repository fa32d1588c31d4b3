import { RestApiException } from '../client/errors.ts';
import type { BaseExperiment } from '../experiment/base-experiment.ts';
import type { OperationOptions } from './connection.ts';
import { givenOptions, operations } from './operation-arguments.ts';
import { RegistryOperations } from './registry-operations.ts';

/** What a dashboard page tells the code that runs inside one of its panels. */
export interface PanelSurroundings {
  readonly options?: Readonly<Record<string, unknown>>;
  readonly experimentKeys?: readonly string[];
  readonly projectName?: string;
  readonly workspace?: string;
}

/** For code that runs inside a dashboard panel; outside of one, workspace and project come from the configuration (section 4.6). */
export abstract class PanelOperations<E extends BaseExperiment> extends RegistryOperations<E> {
  /** @internal */
  protected panel: PanelSurroundings = {};

  /** Tells this instance which panel it runs in; a dashboard's page calls it before the panel's own code. */
  enterPanel(surroundings: PanelSurroundings): void {
    this.panel = givenOptions('enterPanel', surroundings);
  }

  /** The keys of the panel's experiments; outside of a panel, of the configured project (section 4.6). */
  async getPanelExperimentKeys(options: OperationOptions = {}): Promise<string[]> {
    if (this.panel.experimentKeys !== undefined) return [...this.panel.experimentKeys];
    this.panelProject('getPanelExperimentKeys');
    return (await this.getPanelExperiments(options)).map(({ key }) => key);
  }

  /** The panel's experiments (section 4.6). */
  async getPanelExperiments(options: OperationOptions = {}): Promise<E[]> {
    const keys = this.panel.experimentKeys;
    if (keys !== undefined) {
      const found = await Promise.all(keys.map((key) => this.getExperimentByKey(key, options)));
      return found.filter((one): one is Awaited<E> => one !== null) as E[];
    }
    const { workspace, projectName } = this.panelProject('getPanelExperiments');
    return await this.getExperiments(workspace, { projectName, ...options });
  }

  /** Names of all metrics of the panel's project, in order, without those of the system (section 4.6). */
  async getPanelMetricsNames(options: OperationOptions = {}): Promise<string[]> {
    const { workspace, projectName } = this.panelProject('getPanelMetricsNames');
    const columns = await this.getQueryVariables(workspace, projectName, options);
    return columns
      .filter(({ source, name }) => source === 'metrics' && !name.startsWith('sys.'))
      .map(({ name }) => name)
      .sort();
  }

  /** The options set for the panel; empty outside of one (section 4.6). */
  getPanelOptions(): Readonly<Record<string, unknown>> {
    return this.panel.options ?? {};
  }

  /** The id of the panel's project (section 4.6). */
  async getPanelProjectId(options: OperationOptions = {}): Promise<string> {
    const { workspace, projectName } = this.panelProject('getPanelProjectId');
    const project = await this.getProject(workspace, projectName, options);
    if (project !== null) return project.projectId;
    const reason = `there is no project ${workspace}/${projectName}`;
    throw RestApiException.from({ code: 'not-found', operation: 'getPanelProjectId', reason });
  }

  /** The name of the panel's project, or null (section 4.6). */
  getPanelProjectName(): string | null {
    return this.panel.projectName ?? this.connection.projectName;
  }

  /** The panel's workspace, or null (section 4.6). */
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

import type { Project } from '@tracklens/core/contract';
import type { TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { ExperimentLookup } from '../code/experiment-lookup.ts';
import type { ServiceClient } from '../connection/connected-service.ts';
import type { Services } from '../services.ts';
import { countedText } from '../translate.ts';
import { UnmetCondition } from '../unmet-condition.ts';
import { withoutIcons } from '../without-icons.ts';
import type { ProjectName } from './query-documents.ts';

/** Project that a command applies to, with the services of its connection. */
export interface ChosenProject {
  readonly services: Services;
  readonly project: ProjectName;
}

/** Returns the project of a row or, without one, of the active panel; else prompts for one. */
export async function projectFor(
  services: Services,
  node: TreeNode | undefined,
  title: string,
): Promise<ChosenProject | undefined> {
  const target = node ? node.target : (await services.panels()).activeTarget;
  if (target?.kind === 'project' || target?.kind === 'query') return { services, project: target };
  return pickProject(services, title);
}

type ProjectItem = vscode.QuickPickItem & Partial<ChosenProject>;

/** Prompts for a project of any workspace of the connected services. */
export async function pickProject(services: Services, title: string): Promise<ChosenProject | undefined> {
  const items = async (): Promise<ProjectItem[]> => {
    const lists = await projectLists(services);
    return lists.flatMap(({ services: own, name, projects }) => [
      ...(lists.length > 1 ? [{ label: withoutIcons(name), kind: vscode.QuickPickItemKind.Separator }] : []),
      ...projects.map(({ workspaceName, projectName, numberOfExperiments }) => ({
        label: withoutIcons(projectName),
        description: withoutIcons(workspaceName),
        detail: countedText(numberOfExperiments, '{0} experiment', '{0} experiments'),
        iconPath: new vscode.ThemeIcon('project'),
        services: own,
        project: { workspace: workspaceName, projectName },
      })),
    ]);
  };
  const picked = await vscode.window.showQuickPick(items(), {
    title,
    placeHolder: vscode.l10n.t('Select a project'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.services && picked.project && { services: picked.services, project: picked.project };
}

/** Projects of a connection. */
interface ProjectList {
  readonly services: Services;
  /** Name of the connection. */
  readonly name: string;
  readonly projects: readonly Project[];
}

/**
 * Reads the projects of the given connection, then those of the others that are connected. Leaves out connections that
 * have none or do not respond.
 *
 * @throws Error when there is no project, or the only services with projects cannot be read
 */
async function projectLists(services: Services): Promise<ProjectList[]> {
  const { connections, connectionId } = services;
  const others = (await new ExperimentLookup(services).connected()).filter(
    ({ profile }) => profile.id !== connectionId,
  );
  const name = connections.profiles().find(({ id }) => id === connectionId)?.name ?? '';
  const reads = await Promise.allSettled([
    services.connection.client().then(async (client) => ({ services, name, projects: await projectsOf(client) })),
    ...others.map(async ({ profile, ...client }) => {
      return { services: services.of(profile.id), name: profile.name, projects: await projectsOf(client) };
    }),
  ]);
  const lists = reads.flatMap((read) =>
    read.status === 'fulfilled' && read.value.projects.length > 0 ? read.value : [],
  );
  if (lists.length > 0) return lists;
  const failed = reads.find((read) => read.status === 'rejected');
  if (failed) throw failed.reason;
  throw new UnmetCondition(
    vscode.l10n.t('There is no project yet. It appears as soon as a script logs an experiment.'),
  );
}

async function projectsOf({ api }: Pick<ServiceClient, 'api'>): Promise<readonly Project[]> {
  const workspaces = await api.getWorkspaces();
  return (await Promise.all(workspaces.map((workspace) => api.getProjects(workspace)))).flat();
}

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

/**
 * Prompts for a project of any workspace of the connected services. Those of each service are offered as soon as it
 * responds. Resolves to undefined when cancelled.
 */
export function pickProject(services: Services, title: string): Promise<ChosenProject | undefined> {
  const input = vscode.window.createQuickPick<ProjectItem>();
  input.title = title;
  input.placeholder = vscode.l10n.t('Select a project');
  input.matchOnDescription = true;
  input.ignoreFocusOut = true;
  input.keepScrollPosition = true;
  input.busy = true;
  const show = (lists: readonly ProjectList[]) => {
    const { activeItems } = input;
    const names = lists.length > 1 ? lists.map(({ name }) => separator(name)) : [];
    input.items = lists.flatMap(({ items }, index) => [...names.slice(index, index + 1), ...items]);
    // The item that Enter chooses stays the same. An empty list would leave none.
    if (activeItems.length > 0) input.activeItems = activeItems;
  };
  return new Promise((resolve, reject) => {
    readLists(services, show).then(
      () => {
        input.busy = false;
      },
      (error) => {
        reject(error);
        input.hide();
      },
    );
    input.onDidAccept(() => {
      const [item] = input.activeItems;
      if (!item?.services || !item.project) return;
      resolve({ services: item.services, project: item.project });
      input.hide();
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

const separator = (name: string): ProjectItem => ({
  label: withoutIcons(name),
  kind: vscode.QuickPickItemKind.Separator,
});

function itemOf(services: Services, { workspaceName, projectName, numberOfExperiments }: Project): ProjectItem {
  return {
    label: withoutIcons(projectName),
    description: withoutIcons(workspaceName),
    detail: countedText(numberOfExperiments, '{0} experiment', '{0} experiments'),
    iconPath: new vscode.ThemeIcon('project'),
    services,
    project: { workspace: workspaceName, projectName },
  };
}

/** Projects of a connection. */
interface ProjectList {
  /** Name of the connection. */
  readonly name: string;
  readonly items: readonly ProjectItem[];
}

/**
 * Reads the projects of the given connection and of the others that are connected, in this order, and shows them after
 * each response. Leaves out connections that have none or do not respond.
 *
 * @throws Error when there is no project, or the only services with projects cannot be read
 */
async function readLists(services: Services, show: (lists: readonly ProjectList[]) => void): Promise<void> {
  const { connections, connectionId } = services;
  const others = (await new ExperimentLookup(services).connected()).filter(
    ({ profile }) => profile.id !== connectionId,
  );
  const name = connections.profiles().find(({ id }) => id === connectionId)?.name ?? '';
  const clients = [
    services.connection.client().then((client) => ({ services, name, client })),
    ...others.map(async ({ profile, ...client }) => {
      return { services: services.of(profile.id), name: profile.name, client };
    }),
  ];
  const lists = new Map<number, ProjectList>();
  const reads = clients.map(async (connected, index) => {
    const { services: own, name, client } = await connected;
    const projects = await projectsOf(client);
    if (projects.length === 0) return;
    lists.set(index, { name, items: projects.map((project) => itemOf(own, project)) });
    show(clients.flatMap((_, at) => lists.get(at) ?? []));
  });
  const failed = (await Promise.allSettled(reads)).find((read) => read.status === 'rejected');
  if (lists.size > 0) return;
  if (failed) throw failed.reason;
  throw new UnmetCondition(
    vscode.l10n.t('There is no project yet. It appears as soon as a script logs an experiment.'),
  );
}

async function projectsOf({ api }: Pick<ServiceClient, 'api'>): Promise<readonly Project[]> {
  const workspaces = await api.getWorkspaces();
  return (await Promise.all(workspaces.map((workspace) => api.getProjects(workspace)))).flat();
}

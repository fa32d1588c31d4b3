import type { Target } from '@tracklens/core/display';
import { isQuerySyntaxError, parseQuery } from '@tracklens/core/query';
import type { TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import type { Parts, ServiceClient } from '../parts.ts';
import { saveSearch } from '../trees/tree-commands.ts';
import { errorSpan, queryProblem } from './query-problem.ts';

type ProjectTarget = Extract<Target, { kind: 'project' }>;
type QueryTarget = Extract<Target, { kind: 'query' }>;

const example = '(Metric("accuracy") > 0.95) & (Parameter("learning_rate") <= 0.01)';
const lastKey = 'tracklens.lastQuery';

/** Asks for a project and a query, runs it with progress, and opens what is chosen from the results. */
export async function runQuery(parts: Parts, node: TreeNode | undefined): Promise<void> {
  const client = await parts.connection.client();
  const given = node?.target;
  const project = given?.kind === 'project' || given?.kind === 'query' ? placeOf(given) : await pickProject(client);
  if (!project) return;
  let text = given?.kind === 'query' ? given.query : parts.context.workspaceState.get<string>(lastKey, '');
  for (;;) {
    const typed = await askQuery(project, text);
    if (typed === undefined) return;
    text = typed;
    await parts.context.workspaceState.update(lastKey, text);
    const query: QueryTarget = {
      kind: 'query',
      workspace: project.workspace,
      projectName: project.projectName,
      query: text,
    };
    const found = await find(client, query);
    if (found === null) return;
    if (found === 'refused') continue;
    const picked = await pickResult(query, found);
    if (picked === 'change') continue;
    if (picked === 'save') return saveSearch(parts, query);
    if (picked) (await parts.panels()).open(picked, { newPanel: false, activate: true });
    return;
  }
}

function placeOf({ workspace, projectName }: ProjectTarget | QueryTarget): ProjectTarget {
  return { kind: 'project', workspace, projectName };
}

function experimentCount(count: number): string {
  return count === 1 ? vscode.l10n.t('1 experiment') : vscode.l10n.t('{0} experiments', count);
}

interface ProjectItem extends vscode.QuickPickItem {
  readonly target: ProjectTarget;
}

/** A project of any workspace. */
async function pickProject({ api }: ServiceClient): Promise<ProjectTarget | undefined> {
  const items = async (): Promise<ProjectItem[]> => {
    const workspaces = await api.getWorkspaces();
    const lists = await Promise.all(workspaces.map((workspace) => api.getProjects(workspace)));
    return lists.flat().map(({ workspaceName, projectName, numberOfExperiments }) => ({
      label: projectName,
      description: workspaceName,
      detail: experimentCount(numberOfExperiments),
      iconPath: new vscode.ThemeIcon('project'),
      target: { kind: 'project', workspace: workspaceName, projectName },
    }));
  };
  const picked = await vscode.window.showQuickPick(items(), {
    title: vscode.l10n.t('Run Query (1/2)'),
    placeHolder: vscode.l10n.t('Project to search in'),
    matchOnDescription: true,
  });
  return picked?.target;
}

/** The text of a query without errors. While it is typed, the first error is said; on Enter it is also selected. */
function askQuery(project: ProjectTarget, value: string): Promise<string | undefined> {
  const input = vscode.window.createInputBox();
  input.title = vscode.l10n.t('Run Query (2/2): {0} / {1}', project.workspace, project.projectName);
  input.placeholder = example;
  input.prompt = vscode.l10n.t('Metric, Parameter, Other, Metadata, Environment, Tag; joined by &, negated by ~');
  input.value = value;
  input.ignoreFocusOut = true;
  const check = () => {
    const error = input.value.trim() === '' ? undefined : parseQuery(input.value).errors[0];
    input.validationMessage = error ? queryProblem(input.value, error) : undefined;
    return error;
  };
  return new Promise((resolve) => {
    let accepted: string | undefined;
    input.onDidChangeValue(check);
    input.onDidAccept(() => {
      const text = input.value;
      const error = check();
      if (error) {
        const { start, end } = errorSpan(text, error);
        input.valueSelection = [start, end];
      } else if (text.trim() === '') {
        input.validationMessage = vscode.l10n.t('Type a query, for example {0}', 'Metric("accuracy") > 0.9');
      } else {
        accepted = text;
        input.hide();
      }
    });
    input.onDidHide(() => {
      input.dispose();
      resolve(accepted);
    });
    check();
    input.show();
  });
}

interface Found {
  readonly experimentKey: string;
  readonly name: string;
  readonly description: string;
}

/** Runs a query; null when it was cancelled, `refused` when the service did not take it and said so. */
async function find({ api }: ServiceClient, query: QueryTarget): Promise<readonly Found[] | 'refused' | null> {
  const { workspace, projectName } = query;
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Running the query…'), cancellable: true },
    async (_, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      const { signal } = abort;
      try {
        const experiments = await api.query(workspace, projectName, query.query, { signal });
        return await Promise.all(
          experiments.map(async (experiment) => {
            const metadata = await experiment.getMetadata({ signal });
            const state = metadata.hasCrashed ? '$(error) crashed' : metadata.running ? '$(play-circle) running' : '';
            const { experimentKey } = metadata;
            return { experimentKey, name: metadata.experimentName || experimentKey.slice(0, 9), description: state };
          }),
        );
      } catch (error) {
        if (signal.aborted) return null;
        if (!isQuerySyntaxError(error)) throw error;
        void vscode.window.showErrorMessage(error.message);
        return 'refused';
      }
    },
  );
}

/** Lets a person open one result, or all of them as a table with charts, or go back to the text. */
async function pickResult(
  query: QueryTarget,
  found: readonly Found[],
): Promise<Target | 'change' | 'save' | undefined> {
  const change = { label: `$(edit) ${vscode.l10n.t('Change the query')}`, alwaysShow: true, choice: 'change' as const };
  const save = { label: `$(bookmark) ${vscode.l10n.t('Save this search')}`, alwaysShow: true, choice: 'save' as const };
  const all = { label: `$(table) ${vscode.l10n.t('Open all in one view')}`, alwaysShow: true, choice: query as Target };
  const separator = { label: '', kind: vscode.QuickPickItemKind.Separator, choice: undefined };
  const results = found.map(({ experimentKey, name, description }) => ({
    label: name,
    description: `${experimentKey.slice(0, 9)}  ${description}`,
    choice: { kind: 'experiment', experimentKey } as Target,
  }));
  const items = [...(found.length > 0 ? [...results, separator, all] : []), save, change];
  const picked = await vscode.window.showQuickPick(items, {
    title: experimentCount(found.length),
    placeHolder: found.length === 0 ? vscode.l10n.t('No experiment matches.') : query.query,
    matchOnDescription: true,
  });
  return picked?.choice;
}

import type { Target } from '@tracklens/core/display';
import { isQuerySyntaxError, parseAlternatives } from '@tracklens/core/query';
import type { TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import type { ServiceClient } from '../connection/connected-service.ts';
import { withProgress } from '../progress.ts';
import type { Services } from '../services.ts';
import { countedText } from '../translate.ts';
import { saveSearch } from '../trees/tree-commands.ts';
import { documentServices, editQuery, type ProjectName, projectOf, queryLanguage } from './query-documents.ts';
import { errorSpan, queryProblem } from './query-problem.ts';

type QueryTarget = Extract<Target, { kind: 'query' }>;

const example = '(Metric("accuracy") > 0.95) & (Parameter("learning_rate") <= 0.01)';
const lastKey = 'tracklens.lastQuery';

/** Prompts for a project and a query, runs it with progress, and opens the chosen result. */
export async function runQuery(parts: Services, node: TreeNode | undefined): Promise<void> {
  const project = await projectFor(parts, node, vscode.l10n.t('Run Query (1/2)'));
  if (!project) return;
  const given = node?.target?.kind === 'query' ? node.target.query : null;
  let text = given ?? parts.context.workspaceState.get<string>(lastKey, '');
  for (;;) {
    const typed = await askQuery(project, text);
    if (typed === undefined) return;
    await parts.context.workspaceState.update(lastKey, typed.text);
    if (typed.inEditor) return editQuery(parts, project, typed.text);
    text = typed.text;
    if ((await runText(parts, project, text)) === 'done') return;
  }
}

/** Opens the query document of a project, with completion, diagnostics and multiple lines. */
export async function editQueryOf(parts: Services, node: TreeNode | undefined): Promise<void> {
  const project = await projectFor(parts, node, vscode.l10n.t('Write Query'));
  if (project) await editQuery(parts, project, node?.target?.kind === 'query' ? node.target.query : '');
}

/** Runs the query document of the active editor. */
export async function runQueryDocument(services: Services): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== queryLanguage) throw new Error(vscode.l10n.t('Open a .tlquery document to run it.'));
  const parts = documentServices(services, document);
  const text = document.getText();
  const [error] = parseAlternatives(text).errors;
  if (error) throw new Error(queryProblem(text, error));
  const project = projectOf(document) ?? (await projectFor(parts, undefined, vscode.l10n.t('Run Query')));
  if (!project) return;
  // The query is saved when it runs, so that it is still there next time.
  if (document.isDirty && projectOf(document)) await document.save();
  await runText(parts, project, text.trim());
}

/** Returns the project of a row, or prompts for one. */
export async function projectFor(
  parts: Services,
  node: TreeNode | undefined,
  title: string,
): Promise<ProjectName | undefined> {
  const target = node?.target;
  if (target?.kind === 'project' || target?.kind === 'query') return target;
  return pickProject(await parts.connection.client(), title);
}

/** Runs a query and opens the chosen result. Returns `again` when the user has to, or chose to, change the query. */
async function runText(
  parts: Services,
  { workspace, projectName }: ProjectName,
  text: string,
): Promise<'done' | 'again'> {
  const query: QueryTarget = { kind: 'query', workspace, projectName, query: text };
  const found = await find(await parts.connection.client(), query);
  if (found === 'refused') return 'again';
  const picked = found && (await pickResult(query, found));
  if (picked === 'change') return 'again';
  if (picked === 'save') await saveSearch(parts, query);
  else if (picked) (await parts.panels()).open(picked, { newPanel: false, activate: true });
  return 'done';
}

const experimentCount = (count: number): string => countedText(count, '{0} experiment', '{0} experiments');

interface ProjectItem extends vscode.QuickPickItem {
  readonly project: ProjectName;
}

/** Prompts for a project of any workspace. */
async function pickProject({ api }: ServiceClient, title: string): Promise<ProjectName | undefined> {
  const items = async (): Promise<ProjectItem[]> => {
    const workspaces = await api.getWorkspaces();
    const lists = await Promise.all(workspaces.map((workspace) => api.getProjects(workspace)));
    const projects = lists.flat();
    if (projects.length === 0) {
      throw new Error(vscode.l10n.t('There is no project yet. It appears as soon as a script logs an experiment.'));
    }
    return projects.map(({ workspaceName, projectName, numberOfExperiments }) => ({
      label: projectName,
      description: workspaceName,
      detail: experimentCount(numberOfExperiments),
      iconPath: new vscode.ThemeIcon('project'),
      project: { workspace: workspaceName, projectName },
    }));
  };
  const picked = await vscode.window.showQuickPick(items(), {
    title,
    placeHolder: vscode.l10n.t('Project to search in'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.project;
}

/**
 * Prompts for a valid query, or returns any text when the user switches to the editor. Shows the first error while
 * typing and selects it on Enter. Resolves to undefined when cancelled.
 */
function askQuery(project: ProjectName, value: string): Promise<{ text: string; inEditor: boolean } | undefined> {
  const input = vscode.window.createInputBox();
  input.title = vscode.l10n.t('Run Query (2/2): {0} / {1}', project.workspace, project.projectName);
  input.placeholder = example;
  input.prompt = vscode.l10n.t('Metric, Parameter, Other, Metadata, Environment, Tag; joined by &, negated by ~');
  input.value = value;
  input.ignoreFocusOut = true;
  const toEditor: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('edit'),
    tooltip: vscode.l10n.t('Write in an editor, with completion'),
  };
  input.buttons = [toEditor];
  const check = () => {
    const error = input.value.trim() === '' ? undefined : parseAlternatives(input.value).errors[0];
    input.validationMessage = error ? queryProblem(input.value, error) : undefined;
    return error;
  };
  return new Promise((resolve) => {
    input.onDidChangeValue(check);
    input.onDidTriggerButton(() => {
      resolve({ text: input.value, inEditor: true });
      input.hide();
    });
    input.onDidAccept(() => {
      const text = input.value;
      const error = check();
      if (error) {
        const { start, end } = errorSpan(text, error);
        input.valueSelection = [start, end];
      } else if (text.trim() === '') {
        input.validationMessage = vscode.l10n.t('Type a query, for example {0}', 'Metric("accuracy") > 0.9');
      } else {
        resolve({ text, inEditor: false });
        input.hide();
      }
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
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

/** Runs a query. Returns null when cancelled, and `refused` when the query has a syntax error, which is shown. */
async function find({ api }: ServiceClient, query: QueryTarget): Promise<readonly Found[] | 'refused' | null> {
  const { workspace, projectName } = query;
  const reading = async (signal: AbortSignal): Promise<readonly Found[]> => {
    const experiments = await api.queryAny(workspace, projectName, query.query, { signal });
    return Promise.all(
      experiments.map(async (experiment) => {
        const metadata = await experiment.metadata({ signal });
        const { experimentKey, hasCrashed, running } = metadata;
        const crashed = hasCrashed ? `$(error) ${vscode.l10n.t('crashed')}` : '';
        const state = crashed || (running ? `$(play-circle) ${vscode.l10n.t('running')}` : '');
        return { experimentKey, name: metadata.experimentName || experimentKey.slice(0, 9), description: state };
      }),
    );
  };
  try {
    return (await withProgress(vscode.l10n.t('Running the query…'), reading)) ?? null;
  } catch (error) {
    if (!isQuerySyntaxError(error)) throw error;
    void vscode.window.showErrorMessage(error.message);
    return 'refused';
  }
}

/** Prompts the user to open one result or all of them in one view, to save the search, or to change the query. */
async function pickResult(
  query: QueryTarget,
  found: readonly Found[],
): Promise<Target | 'change' | 'save' | undefined> {
  const item = <T>(icon: string, text: string, choice: T) => ({
    label: `$(${icon}) ${text}`,
    alwaysShow: true,
    choice,
  });
  const results = found.map(({ experimentKey, name, description }) => ({
    label: name,
    description: `${experimentKey.slice(0, 9)}  ${description}`,
    choice: { kind: 'experiment', experimentKey } as Target,
  }));
  const items = [
    ...results,
    ...(found.length > 0
      ? [
          { label: '', kind: vscode.QuickPickItemKind.Separator, choice: undefined },
          item('table', vscode.l10n.t('Open all in one view'), query as Target),
        ]
      : []),
    item('bookmark', vscode.l10n.t('Save this search'), 'save' as const),
    item('edit', vscode.l10n.t('Change the query'), 'change' as const),
  ];
  const picked = await vscode.window.showQuickPick<
    vscode.QuickPickItem & { choice: Target | 'change' | 'save' | undefined }
  >(items, {
    title: experimentCount(found.length),
    placeHolder: found.length === 0 ? vscode.l10n.t('No experiment matches.') : query.query,
    matchOnDescription: true,
    // A panel that finishes loading takes the focus, which must not close the list.
    ignoreFocusOut: true,
  });
  return picked?.choice;
}

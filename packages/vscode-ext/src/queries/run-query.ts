import type { QueryTarget } from '@tracklens/core/display';
import { parseAlternatives } from '@tracklens/core/query';
import type { TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { translate } from '../translate.ts';
import { saveSearch } from '../trees/tree-commands.ts';
import { UnmetCondition } from '../unmet-condition.ts';
import { askQuery } from './ask-query.ts';
import { pickProject, projectFor } from './choose-project.ts';
import { editQuery } from './edit-query.ts';
import {
  documentServices,
  type ProjectName,
  projectOf,
  queryLanguage,
  queryScheme,
  resultsOf,
  setFileProject,
  setResults,
} from './query-documents.ts';
import { type PastQuery, QueryHistory } from './query-history.ts';
import { errorSpan, queryProblem } from './query-problem.ts';

/** Prompts for a project and a query, and opens its results. */
export async function runQuery(services: Services, node: TreeNode | undefined): Promise<void> {
  const chosen = await projectFor(services, node, vscode.l10n.t('Run Query (1/2)'));
  if (!chosen) return;
  const history = new QueryHistory(services.context);
  const [last] = [...history.of(historyOf(chosen.services, chosen.project)), ...history.all()];
  const given = node?.target?.kind === 'query' ? node.target.query : (last?.query ?? '');
  await askAndRun(chosen.services, chosen.project, given, null);
}

/** Prompts for a change of the query whose results the active panel shows, and shows the new results in that panel. */
export async function changeQuery(services: Services): Promise<void> {
  const target = await shownQuery(services);
  await askAndRun(services, target, target.query, target);
}

/** Saves the query whose results the active panel shows, as a row of its project. */
export async function saveShownQuery(services: Services): Promise<void> {
  await saveSearch(services, await shownQuery(services));
}

/** Opens the query document of a project, with completion, diagnostics and multiple lines. */
export async function editQueryOf(services: Services, node: TreeNode | undefined): Promise<void> {
  const chosen = await projectFor(services, node, vscode.l10n.t('Write Query'));
  if (chosen) await editQuery(chosen.services, chosen.project, node?.target?.kind === 'query' ? node.target.query : '');
}

/** Runs the query document of the active editor, and shows the results next to it. */
export async function runQueryDocument(active: Services): Promise<void> {
  const document = activeQueryDocument();
  const text = document.getText();
  const [error] = parseAlternatives(text).errors;
  if (error) {
    const { start, end } = errorSpan(text, error);
    const selection = new vscode.Range(document.positionAt(start), document.positionAt(end));
    await vscode.window.showTextDocument(document, { selection });
    // The message hides by itself: the error is marked in the document.
    throw new UnmetCondition(queryProblem(text, error, translate));
  }
  if (projectOf(active, document) === null && !(await chooseProjectOf(active, document, vscode.l10n.t('Run Query'))))
    return;
  const services = documentServices(active, document);
  const project = projectOf(active, document)!;
  // The query is saved when it runs, so that it is still there next time.
  if (document.isDirty && document.uri.scheme === queryScheme) await document.save();
  const target = queryTarget(project, text);
  await noteQuery(services, target);
  const options = { newPanel: true, activate: false };
  (await services.panels()).replace(resultsOf(services, document), target, options);
  await setResults(services, document, target);
}

/** Prompts for the project on which the query file of the active editor runs. */
export async function chooseQueryProject(services: Services): Promise<void> {
  await chooseProjectOf(services, activeQueryDocument(), vscode.l10n.t('Choose Project of Query'));
}

/** Prompts for one of the queries that were run before, and opens its results. */
export async function showQueryHistory(services: Pick<Services, 'connections' | 'context' | 'of'>): Promise<void> {
  const { pickPastQuery } = await import('./past-queries.ts');
  const history = new QueryHistory(services.context);
  const past = await pickPastQuery(services, history, history.all());
  if (past && past !== 'elsewhere')
    await openResults(services.of(past.connection), queryTarget(past, past.query), null);
}

/** Prompts for a query and opens its results, in the panel of other results if given. */
async function askAndRun(
  services: Services,
  project: ProjectName,
  given: string,
  replaced: QueryTarget | null,
): Promise<void> {
  let text = given;
  for (;;) {
    const typed = await askQuery(services, project, text);
    if (typed === undefined) return;
    if (typed.next === 'edit') return editQuery(services, project, typed.text);
    if (typed.next === 'run') return openResults(services, queryTarget(project, typed.text), replaced);
    const { pickPastQuery } = await import('./past-queries.ts');
    const history = new QueryHistory(services.context);
    const past = await pickPastQuery(services, history, history.of(historyOf(services, project)));
    if (past === 'elsewhere') return;
    text = past?.query ?? typed.text;
  }
}

async function openResults(services: Services, target: QueryTarget, replaced: QueryTarget | null): Promise<void> {
  await noteQuery(services, target);
  (await services.panels()).replace(replaced, target, { newPanel: false, activate: true });
}

async function noteQuery(services: Pick<Services, 'connectionId' | 'context'>, target: QueryTarget): Promise<void> {
  await new QueryHistory(services.context).add({ ...historyOf(services, target), query: target.query });
}

const historyOf = (
  { connectionId: connection }: Pick<Services, 'connectionId'>,
  { workspace, projectName }: ProjectName,
): Omit<PastQuery, 'query'> => ({ connection, workspace, projectName });

const queryTarget = ({ workspace, projectName }: ProjectName, query: string): QueryTarget => {
  return { kind: 'query', workspace, projectName, query: query.trim() };
};

/** Returns the query of the active panel. Throws when it shows something else. */
async function shownQuery(services: Pick<Services, 'panels'>): Promise<QueryTarget> {
  const target = (await services.panels()).activeTarget;
  if (target?.kind === 'query') return target;
  throw new UnmetCondition(vscode.l10n.t('Open the results of a query first.'));
}

function activeQueryDocument(): vscode.TextDocument {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId === queryLanguage) return document;
  throw new UnmetCondition(vscode.l10n.t('Open a .tlquery document first.'));
}

/** Prompts for the project of a file on disk and stores it. Returns whether one was chosen. */
async function chooseProjectOf(services: Services, document: vscode.TextDocument, title: string): Promise<boolean> {
  const chosen = await pickProject(services, title);
  if (chosen) await setFileProject(chosen.services, document, chosen.project);
  return chosen !== undefined;
}

import type { QueryTarget } from '@tracklens/core/display';
import type * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { readTextUri, type TextStore, textUri } from '../text-files.ts';

/** Language id of query documents. */
export const queryLanguage = 'tracklens-query';
/** URI scheme of the query documents; each project has one. */
export const queryScheme = 'tracklens-query';
const ending = '.tlquery';

/** Workspace and name of a project. */
export interface ProjectName {
  readonly workspace: string;
  readonly projectName: string;
}

/** Project on which a file on disk was last run. */
interface FileProject extends ProjectName {
  readonly connectionId: string;
}

/** Projects of documents that were never saved: a later document can have the URI of one. */
const unsavedProjects = new WeakMap<vscode.TextDocument, FileProject>();

/** Store of the last saved query of each project of a connection, in the editor's workspace state. */
export function queryTexts({ context, connectionId }: Pick<Services, 'connectionId' | 'context'>): TextStore {
  const keyOf = (...project: string[]) => `tracklens.query ${JSON.stringify([connectionId, ...project])}`;
  return {
    ending,
    read: async (workspace, projectName) => context.workspaceState.get(keyOf(workspace, projectName), ''),
    write: async (workspace, projectName, text) => context.workspaceState.update(keyOf(workspace, projectName), text),
  };
}

/** Returns the URI of the query document of a project. */
export function queryUri({ workspace, projectName }: ProjectName, connectionId: string): vscode.Uri {
  return textUri(queryScheme, { ending }, workspace, projectName, connectionId);
}

/** Returns the services of the connection of a query document; for a file that was never run the given ones. */
export function documentServices(services: Services, document: vscode.TextDocument): Services {
  const { uri } = document;
  if (uri.scheme === queryScheme) return uri.query === '' ? services : services.of(uri.query);
  const stored = fileProject(services, document);
  const isThere = services.connections.profiles().some(({ id }) => id === stored?.connectionId);
  return stored && isThere ? services.of(stored.connectionId) : services;
}

/** Returns the project of a query document; null for a file on disk that was never run. */
export function projectOf(services: Pick<Services, 'context'>, document: vscode.TextDocument): ProjectName | null {
  const { uri } = document;
  if (uri.scheme !== queryScheme) return fileProject(services, document);
  const read = readTextUri(uri, ending);
  return read && { workspace: read.owner, projectName: read.name };
}

/** Stores the project on which a file on disk runs, that of a new document until it is closed. */
export async function setFileProject(
  { context, connectionId }: Pick<Services, 'connectionId' | 'context'>,
  document: vscode.TextDocument,
  { workspace, projectName }: ProjectName,
): Promise<void> {
  const project: FileProject = { workspace, projectName, connectionId };
  if (document.isUntitled) unsavedProjects.set(document, project);
  else await context.workspaceState.update(fileKeyOf(document.uri), project);
}

/** Returns the last results of a query document, which its next ones replace; null for one that was never run. */
export function resultsOf({ context }: Pick<Services, 'context'>, { uri }: vscode.TextDocument): QueryTarget | null {
  return context.workspaceState.get<QueryTarget>(resultsKeyOf(uri)) ?? null;
}

/** Stores the last results of a query document, whose panel the editor restores after a reload. */
export async function setResults(
  { context }: Pick<Services, 'context'>,
  { uri }: vscode.TextDocument,
  results: QueryTarget,
): Promise<void> {
  await context.workspaceState.update(resultsKeyOf(uri), results);
}

function fileProject({ context }: Pick<Services, 'context'>, document: vscode.TextDocument): FileProject | null {
  const { isUntitled, uri } = document;
  return (isUntitled ? unsavedProjects.get(document) : context.workspaceState.get<FileProject>(fileKeyOf(uri))) ?? null;
}

function fileKeyOf(uri: vscode.Uri): string {
  return `tracklens.queryFile ${uri.toString()}`;
}

function resultsKeyOf(uri: vscode.Uri): string {
  return `tracklens.queryResults ${uri.toString()}`;
}

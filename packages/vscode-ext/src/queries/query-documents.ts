import * as vscode from 'vscode';
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

/** Store of the last saved query of each project, in the editor's workspace state. */
export function queryTexts({ context }: Services): TextStore {
  return {
    ending,
    read: async (workspace, projectName) => context.workspaceState.get(keyOf({ workspace, projectName }), ''),
    write: async (workspace, projectName, text) =>
      context.workspaceState.update(keyOf({ workspace, projectName }), text),
  };
}

/** Opens the query document of a project; a non-empty `text` replaces its content, which *Undo* restores. */
export async function editQuery({ connectionId }: Services, project: ProjectName, text = ''): Promise<void> {
  const uri = textUri(queryScheme, { ending }, project.workspace, project.projectName, connectionId);
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  const before = document.getText();
  if (text === '' || text === before) return;
  const whole = new vscode.Range(document.positionAt(0), document.positionAt(before.length));
  await editor.edit((changes) => changes.replace(whole, text));
  await document.save();
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
export function projectOf(services: Services, document: vscode.TextDocument): ProjectName | null {
  const { uri } = document;
  if (uri.scheme !== queryScheme) return fileProject(services, document);
  const read = readTextUri(uri, ending);
  return read && { workspace: read.owner, projectName: read.name };
}

/** Stores the project on which a file on disk runs. */
export async function setFileProject(
  { context, connectionId }: Services,
  { uri }: vscode.TextDocument,
  { workspace, projectName }: ProjectName,
): Promise<void> {
  await context.workspaceState.update(fileKeyOf(uri), { workspace, projectName, connectionId } satisfies FileProject);
}

function fileProject({ context }: Services, { uri }: vscode.TextDocument): FileProject | null {
  return context.workspaceState.get<FileProject>(fileKeyOf(uri)) ?? null;
}

function fileKeyOf(uri: vscode.Uri): string {
  return `tracklens.queryFile ${uri.toString()}`;
}

function keyOf({ workspace, projectName }: ProjectName): string {
  return `tracklens.query ${JSON.stringify([workspace, projectName])}`;
}

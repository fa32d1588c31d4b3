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

/** Store of the last saved query of each project, in the editor's workspace state. */
export function queryTexts({ context }: Services): TextStore {
  return {
    ending,
    read: async (workspace, projectName) => context.workspaceState.get(keyOf({ workspace, projectName }), ''),
    write: async (workspace, projectName, text) =>
      context.workspaceState.update(keyOf({ workspace, projectName }), text),
  };
}

/** Opens the query document of a project; a non-empty `text` replaces its content. */
export async function editQuery({ context, connectionId }: Services, project: ProjectName, text = ''): Promise<void> {
  if (text !== '') await context.workspaceState.update(keyOf(project), text);
  const uri = textUri(queryScheme, { ending }, project.workspace, project.projectName, connectionId);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
}

/** Returns the services of the connection of a query document; for a file on disk the given ones. */
export function documentServices(parts: Services, { uri }: vscode.TextDocument): Services {
  return uri.scheme === queryScheme && uri.query !== '' ? parts.of(uri.query) : parts;
}

/** Returns the project of a query document; null for a file on disk, which can run on any project. */
export function projectOf({ uri }: vscode.TextDocument): ProjectName | null {
  const read = uri.scheme === queryScheme ? readTextUri(uri, ending) : null;
  return read && { workspace: read.owner, projectName: read.name };
}

function keyOf({ workspace, projectName }: ProjectName): string {
  return `tracklens.query ${JSON.stringify([workspace, projectName])}`;
}

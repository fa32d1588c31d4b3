import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { readTextUri, type TextStore, textUri } from '../text-files.ts';

/** The language of query documents. */
export const queryLanguage = 'tracklens-query';
/** The scheme of the one query document of each project. */
export const queryScheme = 'tracklens-query';
const ending = '.tlquery';

/** A project by its names. */
export interface ProjectName {
  readonly workspace: string;
  readonly projectName: string;
}

/** The query of each project, kept in the editor's workspace: what was written last is there again. */
export function queryTexts({ context }: Services): TextStore {
  return {
    ending,
    read: async (workspace, projectName) => context.workspaceState.get(keyOf({ workspace, projectName }), ''),
    write: async (workspace, projectName, text) =>
      context.workspaceState.update(keyOf({ workspace, projectName }), text),
  };
}

/** Opens the query document of a project, with a text where one is given. */
export async function editQuery({ context }: Services, project: ProjectName, text = ''): Promise<void> {
  if (text !== '') await context.workspaceState.update(keyOf(project), text);
  const uri = textUri(queryScheme, { ending }, project.workspace, project.projectName);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
}

/** The project that a document queries: null for a file of the disk, which can be run on any. */
export function projectOf({ uri }: vscode.TextDocument): ProjectName | null {
  const read = uri.scheme === queryScheme ? readTextUri(uri, ending) : null;
  return read && { workspace: read.place, projectName: read.name };
}

function keyOf({ workspace, projectName }: ProjectName): string {
  return `tracklens.query ${JSON.stringify([workspace, projectName])}`;
}

import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { showText } from '../show-text.ts';
import { type ProjectName, queryUri } from './query-documents.ts';

/** Opens the query document of a project; a non-empty `text` replaces its content, which *Undo* restores. */
export async function editQuery({ connectionId }: Services, project: ProjectName, text = ''): Promise<void> {
  const editor = await showText(queryUri(project, connectionId));
  const { document } = editor;
  const before = document.getText();
  if (text === '' || text === before) return;
  const whole = new vscode.Range(document.positionAt(0), document.positionAt(before.length));
  await editor.edit((changes) => changes.replace(whole, text));
  await document.save();
}

import * as vscode from 'vscode';
import type { Span } from './code-tokens.ts';

const languages = ['python', 'typescript', 'typescriptreact', 'javascript', 'javascriptreact'];
/** Schemes of files that people edit. Others are versions of files, such as those of Git, and outputs. */
const schemes = ['file', 'untitled', 'vscode-notebook-cell', 'vscode-remote', 'vscode-vfs'];

/** Documents and notebook cells with code that can log to or read from a service. */
export const codeDocuments: readonly vscode.DocumentFilter[] = languages.flatMap((language) =>
  schemes.map((scheme) => ({ language, scheme })),
);

/** Longer texts are not read: generated code and data. */
const maxTextLength = 2_000_000;

/**
 * Whether a document is about experiments at all, or a notebook of which it is a cell. Only such documents are read: a
 * hash has the form of a key.
 */
export function isAboutExperiments(document: vscode.TextDocument): boolean {
  const mentions = (text: string) => text.length <= maxTextLength && /comet|tracklens|experiment/i.test(text);
  if (document.uri.scheme !== 'vscode-notebook-cell') return mentions(document.getText());
  const notebook = vscode.workspace.notebookDocuments.find((open) =>
    open.getCells().some((cell) => cell.document === document),
  );
  return notebook?.getCells().some((cell) => mentions(cell.document.getText())) ?? false;
}

/** Returns a range of a document. */
export function rangeOf(document: vscode.TextDocument, { start, end }: Span): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

import type * as vscode from 'vscode';
import { type ReadCode, readCode } from './read-code.ts';

/** Reads documents, each version of a document once. */
export class CodeReader {
  readonly #read = new WeakMap<vscode.TextDocument, { readonly version: number; readonly code: ReadCode }>();

  read(document: vscode.TextDocument): ReadCode {
    const known = this.#read.get(document);
    if (known?.version === document.version) return known.code;
    const code = readCode(document.getText(), document.languageId === 'python' ? 'python' : 'typescript');
    this.#read.set(document, { version: document.version, code });
    return code;
  }
}

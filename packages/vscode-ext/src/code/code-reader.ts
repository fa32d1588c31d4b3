import type * as vscode from 'vscode';
import { type ClientCall, callNames, clientCalls } from './code-calls.ts';
import { type CodeReference, codeReferences } from './code-references.ts';
import { type CodeLanguage, type CodeTokens, codeScanner } from './code-tokens.ts';

/** What a version of a document contains. */
export interface ReadCode {
  readonly text: string;
  readonly tokens: CodeTokens;
  readonly references: readonly CodeReference[];
  readonly calls: readonly ClientCall[];
}

const scanners: Readonly<Record<CodeLanguage, (text: string) => CodeTokens>> = {
  python: codeScanner('python', callNames),
  typescript: codeScanner('typescript', callNames),
};

/** Reads documents, each version of a document once. */
export class CodeReader {
  readonly #read = new WeakMap<vscode.TextDocument, { readonly version: number; readonly code: ReadCode }>();

  read(document: vscode.TextDocument): ReadCode {
    const known = this.#read.get(document);
    if (known?.version === document.version) return known.code;
    const text = document.getText();
    const code = readCode(text, document.languageId === 'python' ? 'python' : 'typescript');
    this.#read.set(document, { version: document.version, code });
    return code;
  }
}

/** Returns the references and calls of a text. */
function readCode(text: string, language: CodeLanguage): ReadCode {
  const tokens = scanners[language](text);
  return { text, tokens, references: codeReferences(text, tokens), calls: clientCalls(text, tokens) };
}

import { type ClientCall, callNames, clientCalls } from './code-calls.ts';
import { type CodeReference, codeReferences } from './code-references.ts';
import { type CodeLanguage, type CodeTokens, codeScanner } from './code-tokens.ts';

/** What a text contains for the features in code. */
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

/** Returns the references and calls of a text. */
export function readCode(text: string, language: CodeLanguage): ReadCode {
  const tokens = scanners[language](text);
  return { text, tokens, references: codeReferences(text, tokens), calls: clientCalls(text, tokens) };
}

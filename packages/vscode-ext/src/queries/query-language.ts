import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { queryLanguage } from './query-documents.ts';

/**
 * Registers the language features of queries: diagnostics with corrections, completion, hover, formatting, and code
 * lenses that run the query. Their implementation is loaded with the first query document.
 */
export function queryLanguageFeatures(services: Services): vscode.Disposable {
  const features = () => import('./query-features.ts');
  const problems = vscode.languages.createDiagnosticCollection(queryLanguage);
  const check = async (document: vscode.TextDocument) => {
    if (document.languageId !== queryLanguage) return;
    const { showProblems } = await features();
    await showProblems(services, problems, document);
  };
  const checkAll = () => Promise.all(vscode.workspace.textDocuments.map(check));
  void checkAll();
  const unsubscribe = services.connections.subscribe(() => void checkAll());
  return vscode.Disposable.from(
    problems,
    new vscode.Disposable(unsubscribe),
    vscode.workspace.onDidOpenTextDocument((document) => void check(document)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => void check(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => problems.delete(uri)),
    vscode.languages.registerCompletionItemProvider(
      queryLanguage,
      {
        provideCompletionItems: async (document, position) =>
          (await features()).completions(services, document, position),
      },
      ...['"', "'", '(', '.', ' '],
    ),
    vscode.languages.registerCodeActionsProvider(
      queryLanguage,
      { provideCodeActions: async (document, range) => (await features()).corrections(services, document, range) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    vscode.languages.registerHoverProvider(queryLanguage, {
      provideHover: async (document, position) => (await features()).hoverAt(services, document, position),
    }),
    vscode.languages.registerDocumentFormattingEditProvider(queryLanguage, {
      provideDocumentFormattingEdits: async (document) => (await features()).formatting(document),
    }),
    vscode.languages.registerCodeLensProvider(queryLanguage, {
      provideCodeLenses: async (document) => (await features()).lenses(services, document),
    }),
  );
}

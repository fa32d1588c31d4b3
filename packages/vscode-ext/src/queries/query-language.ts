import { type Column, completeAlternatives, parseAlternatives, type QueryError } from '@tracklens/core/query';
import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { documentServices, projectOf, queryLanguage } from './query-documents.ts';
import { insertion } from './query-insertion.ts';
import { errorSpan } from './query-problem.ts';

/** Registers the language features of queries: diagnostics, completion, and a code lens that runs the query. */
export function queryLanguageFeatures(parts: Services): vscode.Disposable {
  const problems = vscode.languages.createDiagnosticCollection(queryLanguage);
  const check = (document: vscode.TextDocument) => {
    if (document.languageId === queryLanguage) problems.set(document.uri, problemsOf(document));
  };
  for (const document of vscode.workspace.textDocuments) check(document);
  return vscode.Disposable.from(
    problems,
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.workspace.onDidChangeTextDocument(({ document }) => check(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => problems.delete(uri)),
    vscode.languages.registerCompletionItemProvider(queryLanguage, completions(parts), '"', "'", '(', '.', ' '),
    vscode.languages.registerCodeLensProvider(queryLanguage, { provideCodeLenses: lenses }),
  );
}

function problemsOf(document: vscode.TextDocument): vscode.Diagnostic[] {
  const text = document.getText();
  if (text.trim() === '') return [];
  return parseAlternatives(text).errors.map((error) => problem(document, text, error));
}

function problem(document: vscode.TextDocument, text: string, error: QueryError): vscode.Diagnostic {
  const { start, end } = errorSpan(text, error);
  const message = error.remedy ? `${error.message}; ${error.remedy}` : error.message;
  const found = new vscode.Diagnostic(rangeOf(document, start, end), message, vscode.DiagnosticSeverity.Error);
  found.source = 'Tracklens';
  return found;
}

function completions(parts: Services): vscode.CompletionItemProvider {
  const known = new Map<string, Promise<readonly Column[]>>();
  /** Returns the query variables of a project, cached per service URL. */
  const columnsOf = async (document: vscode.TextDocument): Promise<readonly Column[]> => {
    const project = projectOf(document);
    const { connection } = documentServices(parts, document);
    const { state } = connection;
    if (project === null || state.kind === 'signedOut') return [];
    const { workspace, projectName } = project;
    const client = await connection.client();
    const key = JSON.stringify([client.url, workspace, projectName]);
    const reading = known.get(key) ?? client.api.getQueryVariables(workspace, projectName);
    known.set(key, reading);
    // A failed read is retried on the next completion; until then only the language itself is completed.
    return reading.catch(() => {
      known.delete(key);
      return [];
    });
  };
  return {
    async provideCompletionItems(document, position) {
      // Captured before the request, because the user may continue to type while it runs.
      const [text, cursor] = [document.getText(), document.offsetAt(position)];
      const columns = await columnsOf(document).catch(() => []);
      const { from, to, items } = completeAlternatives(text, cursor, columns);
      return items.map(({ label, insert, detail }, index) => {
        const item = new vscode.CompletionItem({ label, description: detail }, vscode.CompletionItemKind.Field);
        const written = insertion(text, { from, to }, insert);
        item.insertText = written.insert;
        item.range = new vscode.Range(positionIn(text, from), positionIn(text, written.to));
        item.filterText = text.slice(from, cursor) + label;
        item.sortText = String(index).padStart(4, '0');
        return item;
      });
    },
  };
}

/** Converts an offset in `text` to a position. `text` may differ from the current text of the document. */
function positionIn(text: string, offset: number): vscode.Position {
  const lines = text.slice(0, offset).split('\n');
  return new vscode.Position(lines.length - 1, lines.at(-1)!.length);
}

function lenses(document: vscode.TextDocument): vscode.CodeLens[] {
  const project = projectOf(document);
  const title = project
    ? vscode.l10n.t('Run in {0} / {1}', project.workspace, project.projectName)
    : vscode.l10n.t('Run…');
  const top = new vscode.Range(0, 0, 0, 0);
  return [new vscode.CodeLens(top, { title: `$(play) ${title}`, command: 'tracklens.runQueryDocument' })];
}

function rangeOf(document: vscode.TextDocument, start: number, end: number): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

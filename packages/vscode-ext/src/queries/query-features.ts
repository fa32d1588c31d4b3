import {
  type Column,
  checkAlternatives,
  completeAlternatives,
  describeQuery,
  fixedQuery,
  formatQuery,
  type QueryError,
  queryFixes,
} from '@tracklens/core/query';
import { descriptionText, errorText } from '@tracklens/ui/query-text';
import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { translate } from '../translate.ts';
import { withoutIcons } from '../without-icons.ts';
import { projectColumns } from './project-columns.ts';
import { documentServices, projectOf } from './query-documents.ts';
import { insertion } from './query-insertion.ts';
import { errorSpan } from './query-problem.ts';

/**
 * Marks the errors of a query document, and the names that no experiment of its project has. These are read only from a
 * connection that is connected already.
 */
export async function showProblems(
  services: Services,
  problems: vscode.DiagnosticCollection,
  document: vscode.TextDocument,
): Promise<void> {
  const { version } = document;
  const found = problemsOf(document, []);
  const isMarked = problems.get(document.uri)?.some(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
  if (found.length > 0 || isMarked) problems.set(document.uri, found);
  const columns = await columnsOf(services, document);
  // The text may have changed, or the document may have been closed, while the columns were read.
  if (document.version !== version || document.isClosed) return;
  problems.set(document.uri, problemsOf(document, columns));
}

function problemsOf(document: vscode.TextDocument, columns: readonly Column[]): vscode.Diagnostic[] {
  const { errors, unknown } = checkAlternatives(document.getText(), columns);
  const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;
  return [
    ...errors.map((one) => diagnostic(document, one, error)),
    ...unknown.map((one) => diagnostic(document, one, warning)),
  ];
}

function diagnostic(
  document: vscode.TextDocument,
  error: QueryError,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const found = new vscode.Diagnostic(rangeOf(document, error), errorText(error, translate), severity);
  found.source = 'Tracklens';
  return found;
}

/** Returns the corrections of the problems in a range. */
export async function corrections(
  services: Services,
  document: vscode.TextDocument,
  range: vscode.Range,
): Promise<vscode.CodeAction[]> {
  const { version } = document;
  const text = document.getText();
  const columns = await columnsOf(services, document);
  if (document.version !== version) return [];
  const { errors, unknown } = checkAlternatives(text, columns);
  const { Error: isError, Warning: isWarning } = vscode.DiagnosticSeverity;
  const touched = [...errors, ...unknown].filter((error) => rangeOf(document, error).intersection(range));
  const actions = touched.flatMap((error) => {
    const problem = diagnostic(document, error, errors.includes(error) ? isError : isWarning);
    return queryFixes(text, error, columns).map((fix, index) => {
      const action = correction(document, translate.composed(fix.label), fix);
      action.diagnostics = [problem];
      action.isPreferred = index === 0;
      return action;
    });
  });
  if (errors.length < 2 || touched.length === 0) return actions;
  const fixed = fixedQuery(text, columns);
  if (fixed === text) return actions;
  const all = { start: 0, end: text.length, insert: fixed };
  return [...actions, correction(document, vscode.l10n.t('Fix All Problems of the Query'), all)];
}

function correction(
  document: vscode.TextDocument,
  title: string,
  { start, end, insert }: { readonly start: number; readonly end: number; readonly insert: string },
): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), insert);
  return action;
}

/** Returns the description of what is at a position. */
export async function hoverAt(
  services: Services,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Hover | null> {
  const [text, offset] = [document.getText(), document.offsetAt(position)];
  const found = describeQuery(text, offset, await columnsOf(services, document));
  if (found === null) return null;
  const shown = new vscode.MarkdownString();
  shown.appendCodeblock(found.code, document.languageId);
  const note = found.note === undefined ? [] : [translate.composed(found.note)];
  shown.appendText([descriptionText(found, translate), ...note].join('\n'));
  shown.appendMarkdown(`\n\n${vscode.l10n.t('Example:')}\n`);
  shown.appendCodeblock(found.example, document.languageId);
  return new vscode.Hover(shown, new vscode.Range(positionIn(text, found.start), positionIn(text, found.end)));
}

/** Returns the edit that lays out a query document; none while it has errors. */
export function formatting(document: vscode.TextDocument): vscode.TextEdit[] {
  const text = document.getText();
  const formatted = formatQuery(text);
  const whole = new vscode.Range(document.positionAt(0), document.positionAt(text.length));
  return formatted === text ? [] : [vscode.TextEdit.replace(whole, formatted)];
}

/** Returns the completions at a position. */
export async function completions(
  services: Services,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionItem[]> {
  // Captured before the request, because the user may continue to type while it runs.
  const [text, cursor] = [document.getText(), document.offsetAt(position)];
  const columns = await columnsOf(services, document, { connecting: true });
  const { from, to, items } = completeAlternatives(text, cursor, columns);
  const typed = text.slice(from, cursor);
  const shown = items.map(({ label, insert, detail }, index) => {
    const item = new vscode.CompletionItem({ label, description: translate.composed(detail) }, kindOf(label));
    const written = insertion(text, { from, to }, insert);
    item.insertText = written.insert;
    item.range = new vscode.Range(positionIn(text, from), positionIn(text, written.to));
    item.filterText = typed + label;
    item.sortText = String(index).padStart(4, '0');
    return item;
  });
  const isOfProject = text.trim() === '' || argumentStart.test(text.slice(0, from));
  if (!isOfProject || projectOf(services, document) !== null) return shown;
  return [...shown, projectChoice(typed, new vscode.Range(positionIn(text, from), positionIn(text, cursor)))];
}

/** Start of the name in a call, such as `Metric("`. */
const argumentStart = /\w\(\s*["']?$/;

/** Returns the last completion in a file that has no project yet: a command, which leaves the text as it is. */
function projectChoice(typed: string, range: vscode.Range): vscode.CompletionItem {
  const label = vscode.l10n.t('Choose Project of Query');
  const item = new vscode.CompletionItem(
    { label, description: vscode.l10n.t('to complete names') },
    vscode.CompletionItemKind.Event,
  );
  item.insertText = typed;
  item.range = range;
  item.filterText = typed + label;
  item.sortText = '~';
  item.command = { title: label, command: 'tracklens.chooseQueryProject' };
  return item;
}

/** Returns the code lenses of a query document, which run it and show the queries that were run before. */
export function lenses(services: Pick<Services, 'context'>, document: vscode.TextDocument): vscode.CodeLens[] {
  const project = projectOf(services, document);
  const title = project
    ? vscode.l10n.t('Run in {0} / {1}', project.workspace, project.projectName)
    : vscode.l10n.t('Run…');
  const top = new vscode.Range(0, 0, 0, 0);
  return [
    new vscode.CodeLens(top, { title: `$(play) ${withoutIcons(title)}`, command: 'tracklens.runQueryDocument' }),
    new vscode.CodeLens(top, {
      title: `$(history) ${vscode.l10n.t('History')}`,
      command: 'tracklens.showQueryHistory',
    }),
  ];
}

function kindOf(label: string): vscode.CompletionItemKind {
  if (/^\W+$/.test(label)) return vscode.CompletionItemKind.Operator;
  if (/^\.?(?:between|contains|startswith|endswith)$/.test(label)) return vscode.CompletionItemKind.Method;
  if (/^(?:Metric|Parameter|Other|Metadata|Environment|Tag|datetime)$/.test(label))
    return vscode.CompletionItemKind.Function;
  return vscode.CompletionItemKind.Field;
}

/**
 * Returns the columns of the project of a document; none without a project, a connection or a response. Connects only
 * if asked to.
 */
async function columnsOf(
  services: Services,
  document: vscode.TextDocument,
  { connecting = false } = {},
): Promise<readonly Column[]> {
  const project = projectOf(services, document);
  const { connection } = documentServices(services, document);
  const { kind } = connection.state;
  if (project === null || kind === 'signed-out' || (kind !== 'connected' && !connecting)) return [];
  return projectColumns(connection, project).catch(() => []);
}

function rangeOf(document: vscode.TextDocument, error: QueryError): vscode.Range {
  const { start, end } = errorSpan(document.getText(), error);
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

/** Converts an offset in `text` to a position. `text` may differ from the current text of the document. */
function positionIn(text: string, offset: number): vscode.Position {
  const lines = text.slice(0, offset).split('\n');
  return new vscode.Position(lines.length - 1, lines.at(-1)!.length);
}

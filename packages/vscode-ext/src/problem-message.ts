import { isRestApiException, reasonOf } from '@tracklens/core/client';
import { failureOf, messageText, remedyText } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { type ConnectionErrorCode, ConnectionProblem } from './connection/connection.ts';
import { showLog } from './log-view.ts';
import { showError, showInformation, showWarning } from './messages.ts';
import { translate } from './translate.ts';
import { UnmetCondition } from './unmet-condition.ts';

/** Message button and its action. */
interface Remedy {
  readonly title: string;
  run(): unknown;
}

/**
 * Logs an error and shows it with its remedy. Possible actions are offered as buttons. An unmet condition is a plain
 * message and not logged.
 *
 * The editor has no way to close a message. The problem of a connection is a warning, which the editor hides after a
 * while, and its buttons do nothing once the connection works.
 */
export async function showProblem(error: unknown, log: vscode.LogOutputChannel): Promise<void> {
  if (error instanceof UnmetCondition) return showCondition(error);
  const toLog: Remedy = { title: vscode.l10n.t('Show Log'), run: () => showLog(log) };
  if (error instanceof ConnectionProblem) return showConnectionProblem(error, log, toLog);
  log.error(reasonOf(error));
  await (await showError(shownText(error), toLog))?.run();
}

async function showConnectionProblem(
  problem: ConnectionProblem,
  log: vscode.LogOutputChannel,
  toLog: Remedy,
): Promise<void> {
  const { code, connection, message } = problem;
  if (connection === null) log.error(message);
  const chosen = await showWarning(shownText(problem), ...remediesOf(code), toLog);
  if (chosen === undefined || chosen === toLog || connection?.state.kind !== 'connected') return void chosen?.run();
  void showInformation(connectionWorks(connection.state.url));
}

/** Message in place of the remedy of a problem that was solved meanwhile. */
export const connectionWorks = (url: string): string => vscode.l10n.t('The connection to {0} works now.', url);

/** Returns an error with its remedy, in the language of the editor. */
function shownText(error: unknown): string {
  if (isRestApiException(error)) {
    const failure = failureOf(error);
    return `${messageText(failure, translate)} ${remedyText(failure, translate)}`;
  }
  const remedy = error instanceof Error && 'remedy' in error ? ` ${error.remedy}` : '';
  return reasonOf(error) + remedy;
}

async function showCondition({ message, remedy }: UnmetCondition): Promise<void> {
  const buttons = remedy ? [remedy] : [];
  const chosen = await showInformation(message, ...buttons);
  if (chosen) await vscode.commands.executeCommand(chosen.command);
}

function remediesOf(code: ConnectionErrorCode): Remedy[] {
  const remedy = (title: string, command: string): Remedy => ({
    title,
    run: () => vscode.commands.executeCommand(command),
  });
  const signIn = remedy(vscode.l10n.t('Sign In'), 'tracklens.signIn');
  switch (code) {
    case 'signed-out':
      return [signIn, remedy(vscode.l10n.t('Try with Demo Data'), 'tracklens.startDemo')];
    case 'misconfigured':
    case 'unauthorized':
      return [signIn];
    case 'unreachable':
      return [remedy(vscode.l10n.t('Try Again'), 'tracklens.refreshTrees'), signIn];
    case 'rate-limited':
    case 'failed':
      return [];
  }
}

import { isRestApiException, reasonOf } from '@tracklens/core/client';
import { failureOf, messageText, remedyText } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { type ConnectionErrorKind, ConnectionProblem } from './connection/connection.ts';
import { showLog } from './log-view.ts';
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
 */
export async function showProblem(error: unknown, log: vscode.LogOutputChannel): Promise<void> {
  if (error instanceof UnmetCondition) return showCondition(error);
  const message = reasonOf(error);
  log.error(message);
  const toLog: Remedy = { title: vscode.l10n.t('Show Log'), run: () => showLog(log) };
  const remedies = [...(error instanceof ConnectionProblem ? remediesOf(error.kind) : []), toLog];
  await (await vscode.window.showErrorMessage(shownText(error), ...remedies))?.run();
}

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
  const chosen = await vscode.window.showInformationMessage(message, ...buttons);
  if (chosen) await vscode.commands.executeCommand(chosen.command);
}

function remediesOf(kind: ConnectionErrorKind): Remedy[] {
  const remedy = (title: string, command: string): Remedy => ({
    title,
    run: () => vscode.commands.executeCommand(command),
  });
  const signIn = remedy(vscode.l10n.t('Sign In'), 'tracklens.signIn');
  switch (kind) {
    case 'signedOut':
      return [signIn, remedy(vscode.l10n.t('Try with Demo Data'), 'tracklens.startDemo')];
    case 'misconfigured':
    case 'refused':
      return [signIn];
    case 'unreachable':
      return [remedy(vscode.l10n.t('Try Again'), 'tracklens.refreshTrees'), signIn];
    case 'limited':
    case 'failed':
      return [];
  }
}

import { type Failure, matchesText, messageText } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { translate } from '../translate.ts';

type StatusTexts = Pick<vscode.TreeView<unknown>, 'description' | 'message'>;

/** Shows a filter and the number of its matches next to the title of a view; null while they are searched. */
export function showFilter(view: StatusTexts, filter: string, matches: number | null): void {
  const matching = vscode.l10n.t('matching “{0}”', filter);
  view.description = filter === '' ? '' : `${matching}: ${matchesText(matches, translate)}`;
}

/** Shows above the rows of a view why they are outdated; null if they are not. */
export function showFailure(view: StatusTexts, failure: Failure | null): void {
  const message = failure
    ? `${messageText(failure, translate)} ${vscode.l10n.t('Showing the rows that were loaded last.')}`
    : '';
  if ((view.message ?? '') !== message) view.message = message;
}

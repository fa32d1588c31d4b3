import * as vscode from 'vscode';
import { showInformation } from '../messages.ts';
import type { Services } from '../services.ts';
import { saveSearch } from '../trees/tree-commands.ts';
import { withoutIcons } from '../without-icons.ts';
import { editQuery } from './edit-query.ts';
import type { PastQuery, QueryHistory } from './query-history.ts';

interface PastItem extends vscode.QuickPickItem {
  readonly past: PastQuery;
}

/**
 * Prompts for one of the queries that were run before; buttons edit it in an editor, save it as a search, and remove it
 * from the history. Resolves to `'elsewhere'` after a query was edited or saved, and to undefined when cancelled.
 */
export async function pickPastQuery(
  services: Pick<Services, 'connections' | 'of'>,
  history: QueryHistory,
  queries: readonly PastQuery[],
): Promise<PastQuery | 'elsewhere' | undefined> {
  if (queries.length === 0) {
    void showInformation(vscode.l10n.t('No query was run yet. Use Run Query to run one.'));
    return undefined;
  }
  const profiles = services.connections.profiles();
  const button = (icon: string, tooltip: string) => ({ iconPath: new vscode.ThemeIcon(icon), tooltip });
  const edit = button('edit', vscode.l10n.t('Write in an editor, with completion'));
  const save = button('bookmark', vscode.l10n.t('Save Search'));
  const remove = button('close', vscode.l10n.t('Remove from the history'));
  const pick = vscode.window.createQuickPick<PastItem>();
  pick.title = vscode.l10n.t('Query History');
  pick.placeholder = vscode.l10n.t('Query to run again');
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.items = queries.map((past) => {
    const profile = profiles.length > 1 ? profiles.find(({ id }) => id === past.connection)?.name : undefined;
    const place = [past.workspace, past.projectName, ...(profile === undefined ? [] : [profile])].join(' / ');
    return { label: withoutIcons(past.query), description: withoutIcons(place), buttons: [edit, save, remove], past };
  });
  return new Promise((resolve, reject) => {
    const forget = async (item: PastItem) => {
      await history.remove(item.past);
      pick.items = pick.items.filter((other) => other !== item);
    };
    const takeOver = async (past: PastQuery, isEdited: boolean) => {
      pick.hide();
      const own = services.of(past.connection);
      await (isEdited ? editQuery(own, past, past.query) : saveSearch(own, past));
      return 'elsewhere' as const;
    };
    pick.onDidTriggerItemButton(({ item, button: pressed }) => {
      if (pressed === remove) forget(item).catch(reject);
      else resolve(takeOver(item.past, pressed === edit));
    });
    pick.onDidAccept(() => {
      const [item] = pick.activeItems;
      if (!item) return;
      resolve(item.past);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

import {
  isSameOrder,
  type OrderChoice,
  orderChoices,
  orderOf,
  sortableMetrics,
  type TreeNode,
} from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { projectFor } from '../queries/choose-project.ts';
import type { Services } from '../services.ts';
import { translate } from '../translate.ts';
import { withoutIcons } from '../without-icons.ts';

/** Prompts for the order of the experiments of a project and sorts its rows. The order is stored for the project. */
export async function sortExperiments(given: Services, node: TreeNode | undefined): Promise<void> {
  const chosen = await projectFor(given, node, vscode.l10n.t('Sort Experiments (1/2)'));
  if (!chosen) return;
  const { services, project } = chosen;
  const { workspace, projectName } = project;
  const favorites = await services.favorites();
  const current = orderOf(favorites.orders(), project);
  const items = async (): Promise<(vscode.QuickPickItem & Partial<OrderChoice>)[]> => {
    const { api } = await services.connection.client();
    const metrics = await sortableMetrics(api, project);
    const choices = orderChoices(metrics ?? [], translate).map(({ label, order }) => {
      const description = isSameOrder(order, current) ? vscode.l10n.t('current') : '';
      return { label: withoutIcons(label), description, order };
    });
    if (metrics !== null) return choices;
    const reason = vscode.l10n.t('This service cannot sort by metrics');
    return [...choices, { label: reason, kind: vscode.QuickPickItemKind.Separator }];
  };
  const picked = await vscode.window.showQuickPick(items(), {
    title: vscode.l10n.t('Sort Experiments: {0}', `${workspace} / ${projectName}`),
    placeHolder: vscode.l10n.t('Sort by'),
  });
  if (!picked?.order) return;
  await favorites.setOrder({ workspace, projectName, order: picked.order });
  services.trees.experiments.refresh();
}

import { type GroupingChoice, groupingChoices, groupingOf, isSameGrouping, type TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { projectFor } from '../queries/choose-project.ts';
import type { Services } from '../services.ts';
import { translate } from '../translate.ts';
import { withoutIcons } from '../without-icons.ts';

/** Prompts for what the experiments of a project are grouped by. The grouping is stored for the project. */
export async function groupExperiments(given: Services, node: TreeNode | undefined): Promise<void> {
  const chosen = await projectFor(given, node, vscode.l10n.t('Group Experiments (1/2)'));
  if (!chosen) return;
  const { services, project } = chosen;
  const { workspace, projectName } = project;
  const favorites = await services.favorites();
  const current = groupingOf(favorites.orders(), project);
  const items = async (): Promise<(vscode.QuickPickItem & Partial<GroupingChoice>)[]> => {
    const { api } = await services.connection.client();
    const choices = await groupingChoices(api, project, translate);
    if (choices === null) return [{ label: vscode.l10n.t('This service cannot group experiments.') }];
    return choices.map(({ label, group }) => {
      const description = isSameGrouping(group, current) ? vscode.l10n.t('current') : '';
      return { label: withoutIcons(label), description, group };
    });
  };
  const picked = await vscode.window.showQuickPick(items(), {
    title: vscode.l10n.t('Group Experiments: {0}', `${workspace} / ${projectName}`),
    placeHolder: vscode.l10n.t('Group by'),
  });
  if (picked?.group === undefined) return;
  await favorites.setOrder({ workspace, projectName, group: picked.group });
  services.trees.experiments.refresh();
}

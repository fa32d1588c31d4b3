import { askChoice } from '../choice-dialog.ts';
import { loadViews } from '../load-views.ts';
import type { Selection } from '../sidebar/selection.ts';
import type { Tracklens } from '../tokens.ts';
import { type Command, noArguments, reporting } from './command-context.ts';

/** Returns the command that groups the experiments of the selected project. The grouping is stored for the project. */
export function groupExperiments(tracklens: Tracklens, selection: Selection): Command {
  const { translate, clients, host } = tracklens;
  return {
    label: translate('Group Experiments…'),
    caption: translate('Group the experiments of the project by tag or by a parameter'),
    describedBy: noArguments,
    execute: () =>
      reporting(tracklens, async () => {
        const target = selection.current()?.target;
        if (target?.kind !== 'project') return;
        const { workspace, projectName } = target;
        const [views, api, favorites] = await Promise.all([loadViews(), clients.api(), selection.favorites()]);
        const choices = await views.groupingChoices(api, target, translate);
        if (choices === null) {
          host.report({
            message: translate('This service cannot group experiments.'),
            remedy: translate('Group them in the table of the project.'),
          });
          return;
        }
        const current = views.groupingOf(favorites.orders(), target);
        const chosen = await askChoice(choices, {
          title: translate('Group Experiments'),
          label: translate('Group by'),
          okLabel: translate('Group'),
          isCurrent: ({ group }) => views.isSameGrouping(group, current),
        });
        if (!chosen) return;
        await favorites.setOrder({ workspace, projectName, group: chosen.group });
        selection.refresh();
      }),
  };
}

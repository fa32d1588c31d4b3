import { askChoice } from '../choice-dialog.ts';
import { loadViews } from '../load-views.ts';
import type { Selection } from '../sidebar/selection.ts';
import type { Tracklens } from '../tokens.ts';
import { type Command, noArguments, reporting } from './command-context.ts';

/** Returns the command that sorts the experiments of the selected project. The order is stored for the project. */
export function sortExperiments(tracklens: Tracklens, selection: Selection): Command {
  const { translate, clients } = tracklens;
  return {
    label: translate('Sort Experiments…'),
    caption: translate('Sort the experiments of the project by start, name, duration or a metric'),
    describedBy: noArguments,
    execute: () =>
      reporting(tracklens, async () => {
        const target = selection.current()?.target;
        if (target?.kind !== 'project' && target?.kind !== 'query') return;
        const { workspace, projectName } = target;
        const [views, api, favorites] = await Promise.all([loadViews(), clients.api(), selection.favorites()]);
        const metrics = await views.sortableMetrics(api, target);
        const choices = views.orderChoices(metrics ?? [], translate);
        const current = views.orderOf(favorites.orders(), target);
        const chosen = await askChoice(choices, {
          title: translate('Sort Experiments'),
          label: metrics === null ? translate('Sort by (this service cannot sort by metrics)') : translate('Sort by'),
          okLabel: translate('Sort'),
          isCurrent: ({ order }) => views.isSameOrder(order, current),
        });
        if (!chosen) return;
        await favorites.setOrder({ workspace, projectName, order: chosen.order });
        selection.refresh();
      }),
  };
}

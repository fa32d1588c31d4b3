import type { CommandRegistry } from '@lumino/commands';
import { commandIds } from '../command-ids.ts';
import { loadViews } from '../load-views.ts';
import type { Selection } from '../sidebar/selection.ts';
import type { Tracklens } from '../tokens.ts';
import { type Command, noArguments } from './command-context.ts';

/** Returns the command that compares the selected experiments in the view of their project. */
export function compare(commands: CommandRegistry, { translate, host }: Tracklens, selection: Selection): Command {
  const experiments = () => selection.all().filter(({ kind }) => kind === 'experiment');
  return {
    label: translate('Compare Experiments'),
    caption: translate('Compare the selected experiments of a project'),
    describedBy: noArguments,
    isEnabled: () => experiments().length > 1,
    async execute() {
      const nodes = experiments();
      const { comparison } = await loadViews();
      const open = comparison(nodes);
      if (typeof open === 'object') await commands.execute(commandIds.open, { ...open });
      else
        host.report({
          message: translate('Nothing was compared.'),
          remedy: translate('Select two or more experiments of one project.'),
        });
    },
  };
}

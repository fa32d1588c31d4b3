import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { commandIds } from '../command-ids.ts';
import { ISelection, type Selection } from '../sidebar/selection.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';
import { type Command, noArguments } from './command-context.ts';
import { withIcon } from './command-icons.ts';
import { compare } from './comparison.ts';
import { copyName, copyUrl } from './copy-commands.ts';
import { notifyWhenEnded } from './end-notices.ts';
import { groupExperiments } from './group-command.ts';
import { deleteSearch, saveSearch } from './search-commands.ts';
import { sortExperiments } from './sort-command.ts';

/** Registers the commands on tree rows. The context menu items are defined in schema/sidebar.json. */
export const treeCommandsPlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:tree-commands',
  description: 'Compares, stars, copies and saves the selected items of the sidebar.',
  autoStart: true,
  requires: [ITracklens, ISelection],
  activate({ commands }: JupyterFrontEnd, tracklens: Tracklens, selection: Selection) {
    const { translate } = tracklens;
    const made: Record<string, Command> = {
      [commandIds.compare]: compare(commands, tracklens, selection),
      [commandIds.star]: { ...star(tracklens, selection, true), label: translate('Star') },
      [commandIds.unstar]: { ...star(tracklens, selection, false), label: translate('Remove Star') },
      [commandIds.notifyWhenEnded]: notifyWhenEnded(tracklens, selection),
      [commandIds.copyName]: copyName({ tracklens, selection }),
      [commandIds.copyUrl]: copyUrl({ tracklens, selection }),
      [commandIds.sort]: sortExperiments(tracklens, selection),
      [commandIds.group]: groupExperiments(tracklens, selection),
      [commandIds.saveSearch]: saveSearch(tracklens, selection),
      [commandIds.deleteSearch]: deleteSearch(tracklens, selection),
    };
    for (const [id, command] of Object.entries(made)) commands.addCommand(id, withIcon(id, command));
  },
};

function star({ translate }: Tracklens, selection: Selection, starred: boolean): Command {
  return {
    caption: translate('Show starred experiments first in their project'),
    describedBy: noArguments,
    isVisible() {
      const node = selection.current();
      return (node?.kind === 'experiment' && node.starred === true) !== starred;
    },
    async execute() {
      const targets = selection.all().flatMap(({ target }) => (target?.kind === 'experiment' ? [target] : []));
      const favorites = await selection.favorites();
      await favorites.star(
        targets.map(({ experimentKey }) => experimentKey),
        starred,
      );
      selection.rearrange();
    },
  };
}

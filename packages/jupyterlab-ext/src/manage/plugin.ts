import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { deleteIcon, editIcon, type LabIcon } from '@jupyterlab/ui-components';
import type { CommandRegistry } from '@lumino/commands';
import { isOffered, type ManageDefinition, manageDefinitions } from '@tracklens/ui/manage';
import { nodeSubjects, type TreeNode } from '@tracklens/ui/trees';
import { commandIds, manageCommandId } from '../command-ids.ts';
import { noArguments, reporting } from '../commands/command-context.ts';
import { manageIcon } from '../commands/command-icons.ts';
import { ISelection, type Selection } from '../sidebar/selection.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';

/** Rank of the first of these commands in context menus: after those on the row, before those on the whole tree. */
const firstRank = 14;

/**
 * Registers the commands that change something on the service, with their entries in the context menus of the trees.
 */
export const managePlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:manage',
  description: 'Renames, tags, moves, archives and deletes what the sidebar shows.',
  autoStart: true,
  requires: [ITracklens, ISelection],
  activate({ commands, contextMenu }: JupyterFrontEnd, tracklens: Tracklens, selection: Selection) {
    tracklens.management.subscribe(() => selection.refresh());
    const groups = new Map<string, string>();
    for (const definition of manageDefinitions) {
      const { id, kind, group } = definition;
      const index = manageDefinitions.filter((one) => one.kind === kind).indexOf(definition);
      const command = manageCommandId(id);
      commands.addCommand(command, manageCommand(tracklens, selection, definition));
      const selector = `.jp-TracklensTree [data-kind="${kind}"]`;
      const rank = firstRank + index;
      if (groups.get(kind) !== group) contextMenu.addItem({ type: 'separator', selector, rank });
      groups.set(kind, group);
      contextMenu.addItem({ command, selector, rank });
    }
    const { translate } = tracklens;
    const rename = selectedCommand(tracklens, selection, {
      label: translate('Rename Selected'),
      caption: translate('Rename the selected experiment or project'),
      icon: editIcon,
      isWanted: ({ inPlace }) => inPlace === true,
    });
    commands.addCommand(commandIds.rename, rename);
    const remove = selectedCommand(tracklens, selection, {
      label: translate('Delete Selected…'),
      caption: translate('Delete the selected experiments or project, after a confirmation'),
      icon: deleteIcon,
      isWanted: ({ id }) => id.startsWith('delete-'),
    });
    commands.addCommand(commandIds.delete, remove);
  },
};

function manageCommand(
  tracklens: Tracklens,
  selection: Selection,
  definition: ManageDefinition,
): CommandRegistry.ICommandOptions {
  const { translate } = tracklens;
  return {
    label: translate(definition.title),
    caption: translate(definition.caption),
    icon: manageIcon(definition),
    describedBy: noArguments,
    isVisible: () => isOffered(definition, selection.all()),
    isEnabled: () => isOffered(definition, selection.all()),
    execute: () => run(tracklens, selection, definition, selection.all()),
  };
}

/** Runs a command on rows. A name is edited in its row. */
function run(
  tracklens: Tracklens,
  selection: Selection,
  definition: ManageDefinition,
  nodes: readonly TreeNode[],
): Promise<void> {
  return reporting(tracklens, async () => {
    const subjects = nodeSubjects(nodes);
    if (subjects === null) return;
    const inPlace = definition.inPlace ? (value: string) => selection.edit(nodes[0]!, value) : null;
    await tracklens.management.runFor(definition, subjects, { inPlace });
  });
}

/** Returns a command that does one thing to the selected rows, whatever they are; it has the usual key. */
function selectedCommand(
  tracklens: Tracklens,
  selection: Selection,
  {
    isWanted,
    ...shown
  }: {
    readonly label: string;
    readonly caption: string;
    readonly icon: LabIcon;
    readonly isWanted: (definition: ManageDefinition) => boolean;
  },
): CommandRegistry.ICommandOptions {
  const definition = () => manageDefinitions.find((one) => isWanted(one) && isOffered(one, selection.all()));
  return {
    ...shown,
    describedBy: noArguments,
    isEnabled: () => definition() !== undefined,
    async execute() {
      const found = definition();
      if (found) await run(tracklens, selection, found, selection.all());
    },
  };
}

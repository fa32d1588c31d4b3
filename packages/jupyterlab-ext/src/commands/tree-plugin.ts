import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { Clipboard, Dialog, InputDialog, showDialog } from '@jupyterlab/apputils';
import type { ReadonlyPartialJSONObject } from '@lumino/coreutils';
import type { TreeNode } from '@tracklens/ui';
import { commandIds } from '../command-ids.ts';
import { loadViews } from '../load-views.ts';
import { ISelection, type Selection } from '../sidebar/selection.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';
import { addressOf } from './page-address.ts';

/** What a person does with the rows of the trees. The items of the context menu stand in schema/sidebar.json. */
export const treeCommandsPlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:tree-commands',
  description: 'Compares, stars, copies and saves what is chosen in the sidebar.',
  autoStart: true,
  requires: [ITracklens, ISelection],
  activate({ commands }: JupyterFrontEnd, tracklens: Tracklens, selection: Selection) {
    const { translate, host } = tracklens;
    const describedBy = { args: { type: 'object', properties: {} } } as const;
    const experiments = () => selection.all().filter(({ kind }) => kind === 'experiment');

    commands.addCommand(commandIds.compare, {
      label: translate('Compare Experiments'),
      caption: translate('Compare the selected experiments of a project'),
      describedBy,
      isEnabled: () => experiments().length > 1,
      execute: async () => {
        const open = comparison(experiments());
        if (open) await commands.execute(commandIds.open, open);
        else
          host.report({
            message: translate('Nothing was compared.'),
            remedy: translate('Select two or more experiments of one project.'),
          });
      },
    });
    for (const [id, starred, label] of [
      [commandIds.star, true, translate('Star')],
      [commandIds.unstar, false, translate('Remove Star')],
    ] as const) {
      commands.addCommand(id, {
        label,
        caption: translate('Starred experiments stand first in their project'),
        describedBy,
        isVisible: () => (selection.current()?.starred ?? false) !== starred,
        execute: async () => {
          const keys = experiments().flatMap(({ target }) =>
            target?.kind === 'experiment' ? [target.experimentKey] : [],
          );
          await selection.shelf.star(keys, starred);
          selection.rearrange();
        },
      });
    }
    commands.addCommand(commandIds.copyName, {
      label: translate('Copy Name'),
      describedBy,
      execute: () => {
        const names = selection.all().map(({ label }) => label);
        if (names.length > 0) Clipboard.copyToSystem(names.join('\n'));
      },
    });
    commands.addCommand(commandIds.copyUrl, {
      label: translate('Copy URL'),
      caption: translate('Copy the address of the page on the service'),
      describedBy,
      execute: async () => {
        const node = selection.current();
        const status = await tracklens.connection.status();
        if (!status.configured) return host.report(status);
        const address = node && addressOf(status.url, node);
        if (address) Clipboard.copyToSystem(address);
      },
    });
    commands.addCommand(commandIds.saveSearch, {
      label: translate('Save Search…'),
      caption: translate('Keep a query as a row of the project; it runs when it is opened'),
      describedBy,
      execute: async () => {
        const node = selection.current();
        if (node?.target?.kind !== 'project') return;
        const { workspace, projectName } = node.target;
        const query = await ask(
          translate('Save Search'),
          translate('Query'),
          'Metric("accuracy") > 0.9',
          translate('Next'),
        );
        if (query === null) return;
        const { parseAlternatives, withSearch } = await loadViews();
        const [error] = parseAlternatives(query).errors;
        if (error)
          return host.report({
            message: translate('The query has an error at column %1: %2.', error.start + 1, error.message),
            ...(error.remedy ? { remedy: error.remedy } : {}),
          });
        const name = await ask(translate('Save Search'), translate('Name'), '', translate('Save'));
        if (name === null) return;
        await selection.shelf.keepSearches(
          withSearch(selection.shelf.searches(), { name, workspace, projectName, query }),
        );
        selection.rearrange();
      },
    });
    commands.addCommand(commandIds.deleteSearch, {
      label: translate('Delete Saved Search'),
      describedBy,
      execute: async () => {
        const node = selection.current();
        if (node?.target?.kind !== 'query') return;
        const { button } = await showDialog({
          title: translate('Delete the saved search “%1”?', node.label),
          body: node.target.query,
          buttons: [
            Dialog.cancelButton({ label: translate('Cancel') }),
            Dialog.warnButton({ label: translate('Delete') }),
          ],
        });
        if (!button.accept) return;
        const { withoutSearch } = await loadViews();
        const { workspace, projectName } = node.target;
        await selection.shelf.keepSearches(
          withoutSearch(selection.shelf.searches(), { workspace, projectName, name: node.label }),
        );
        selection.rearrange();
      },
    });
  },
};

/** How the view of a project is opened with experiments chosen and compared; null where they are not of one project. */
function comparison(nodes: readonly TreeNode[]): ReadonlyPartialJSONObject | null {
  const chosen = nodes.flatMap(({ id, target }) =>
    target?.kind === 'experiment'
      ? [{ key: target.experimentKey, place: (JSON.parse(id) as string[]).slice(0, 2) }]
      : [],
  );
  const keys = [...new Set(chosen.map(({ key }) => key))];
  const [workspace, projectName] = chosen[0]?.place ?? [];
  if (keys.length < 2 || workspace === undefined || projectName === undefined) return null;
  if (chosen.some(({ place }) => place[0] !== workspace || place[1] !== projectName)) return null;
  const state = { version: 1, selection: keys, project: { part: 'compare' } };
  return { target: { kind: 'project', workspace, projectName }, state };
}

async function ask(title: string, label: string, placeholder: string, okLabel: string): Promise<string | null> {
  const { value } = await InputDialog.getText({ title, label, placeholder, okLabel });
  return value?.trim() || null;
}

import { Dialog, showDialog } from '@jupyterlab/apputils';
import { loadViews } from '../load-views.ts';
import type { Selection } from '../sidebar/selection.ts';
import type { Tracklens } from '../tokens.ts';
import { askLine, type Command, noArguments, reporting, textArguments } from './command-context.ts';

/**
 * Returns the command that saves a query, after checking it for errors: the query and project of its arguments, or one
 * that it asks for, in the selected project.
 */
export function saveSearch(tracklens: Tracklens, selection: Selection): Command {
  const { translate, host } = tracklens;
  const title = translate('Save Search');
  return {
    label: translate('Save Search…'),
    caption: translate('Save a query in the project; it runs when it is opened'),
    describedBy: textArguments('workspace', 'projectName', 'query'),
    execute: (args) =>
      reporting(tracklens, async () => {
        const target = givenQuery(args) ?? selection.current()?.target;
        if (target?.kind !== 'project' && target?.kind !== 'query') return;
        const { workspace, projectName } = target;
        const placeholder = 'Metric("accuracy") > 0.9';
        const query =
          target.kind === 'query'
            ? target.query
            : await askLine({ title, label: translate('Query'), placeholder, okLabel: translate('Next') });
        if (query === null) return;
        const [{ parseAlternatives }, favorites] = await Promise.all([loadViews(), selection.favorites()]);
        const [error] = parseAlternatives(query).errors;
        if (error)
          return host.report({
            message: translate('The query has an error at column %1: %2.', error.start + 1, error.message),
            ...(error.remedy ? { remedy: error.remedy } : {}),
          });
        const name = await askLine({ title, label: translate('Name'), okLabel: translate('Save') });
        if (name === null) return;
        await favorites.saveSearch({ name, workspace, projectName, query });
        selection.rearrange();
      }),
  };
}

function givenQuery({ workspace, projectName, query }: { readonly [name: string]: unknown }) {
  if (typeof workspace !== 'string' || typeof projectName !== 'string' || typeof query !== 'string') return null;
  return { kind: 'query' as const, workspace, projectName, query };
}

/** Returns the command that deletes a saved search, after a confirmation. */
export function deleteSearch(tracklens: Tracklens, selection: Selection): Command {
  const { translate } = tracklens;
  return {
    label: translate('Delete Saved Search'),
    caption: translate('Remove this saved search; its experiments are not deleted'),
    describedBy: noArguments,
    execute: () =>
      reporting(tracklens, async () => {
        const node = selection.current();
        if (node?.target?.kind !== 'query') return;
        const { workspace, projectName, query } = node.target;
        const { button } = await showDialog({
          title: translate('Delete the saved search “%1”?', node.label),
          body: query,
          buttons: [
            Dialog.cancelButton({ label: translate('Cancel') }),
            Dialog.warnButton({ label: translate('Delete') }),
          ],
          defaultButton: 0,
        });
        if (!button.accept) return;
        const favorites = await selection.favorites();
        await favorites.deleteSearch({ workspace, projectName, name: node.label });
        selection.rearrange();
      }),
  };
}

import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { commandIds } from '../command-ids.ts';
import { queryIcon } from '../icons.ts';
import { panelArea } from '../panels/panel-area.ts';
import { ISelection, type Selection } from '../sidebar/selection.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';
import { type QueryStart, QueryWidget } from './query-widget.ts';

/** "Run query": the project that is chosen, the text of the query, results that open. */
export const queryPlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:queries',
  description: 'Finds experiments by a query.',
  autoStart: true,
  requires: [ITracklens],
  optional: [ISelection],
  activate(app: JupyterFrontEnd, tracklens: Tracklens, selection: Selection | null) {
    let widget: QueryWidget | null = null;
    app.commands.addCommand(commandIds.runQuery, {
      label: tracklens.translate('Run Query…'),
      caption: tracklens.translate('Find experiments of a project by a query'),
      icon: queryIcon,
      describedBy: {
        args: {
          type: 'object',
          properties: { workspace: { type: 'string' }, projectName: { type: 'string' }, query: { type: 'string' } },
        },
      },
      execute: (args) => {
        const start = givenStart(args) ?? selectedStart(selection);
        if (widget === null || widget.isDisposed) {
          widget = new QueryWidget(tracklens, start);
          app.shell.add(widget, panelArea(app));
        } else if (start !== null) {
          widget.startAt(start);
        }
        app.shell.activateById(widget.id);
      },
    });
  },
};

function givenStart({ workspace, projectName, query }: { readonly [name: string]: unknown }): QueryStart | null {
  if (typeof workspace !== 'string' || typeof projectName !== 'string') return null;
  return { workspace, projectName, ...(typeof query === 'string' ? { query } : {}) };
}

function selectedStart(selection: Selection | null): QueryStart | null {
  const node = selection?.current();
  const target = node?.target;
  if (target?.kind === 'query') return target;
  if (node?.kind !== 'project' && node?.kind !== 'experiment') return null;
  const [workspace, projectName] = JSON.parse(node.id) as string[];
  return workspace && projectName ? { workspace, projectName } : null;
}

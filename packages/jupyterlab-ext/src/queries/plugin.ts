import { ILayoutRestorer, type JupyterFrontEnd, type JupyterFrontEndPlugin } from '@jupyterlab/application';
import { WidgetTracker } from '@jupyterlab/apputils';
import { Debouncer } from '@lumino/polling';
import { commandIds } from '../command-ids.ts';
import { queryIcon } from '../icons.ts';
import { panelArea } from '../panels/panel-area.ts';
import { saveDelayMillis } from '../panels/save-delay.ts';
import { ISelection, type Selection } from '../sidebar/selection.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';
import { type QueryStart, QueryWidget } from './query-widget.ts';

/** Registers the query command, which opens the query panel, and restores the panel after a reload. */
export const queryPlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:queries',
  description: 'Finds experiments by a query.',
  autoStart: true,
  requires: [ITracklens],
  optional: [ISelection, ILayoutRestorer],
  activate(app: JupyterFrontEnd, tracklens: Tracklens, selection: Selection | null, restorer: ILayoutRestorer | null) {
    const tracker = new WidgetTracker<QueryWidget>({ namespace: 'tracklens-query' });
    const add = (start: QueryStart | null): QueryWidget => {
      const widget = new QueryWidget(tracklens, start);
      const save = new Debouncer(() => tracker.save(widget), saveDelayMillis);
      widget.changed.connect(() => void save.invoke());
      widget.disposed.connect(() => save.dispose());
      void tracker.add(widget);
      // A restored panel neither loads its content nor takes the focus.
      app.shell.add(widget, panelArea(app), { activate: false });
      return widget;
    };
    app.commands.addCommand(commandIds.runQuery, {
      label: tracklens.translate('Run Query…'),
      caption: tracklens.translate('Find experiments of a project by a query'),
      icon: queryIcon,
      describedBy: {
        args: {
          type: 'object',
          properties: {
            workspace: { type: 'string' },
            projectName: { type: 'string' },
            query: { type: 'string' },
            activate: { type: 'boolean', description: 'Bring the panel to the front (default: true).' },
          },
        },
      },
      execute: (args) => {
        const start = givenStart(args) ?? (args.activate === false ? null : selectedStart(selection));
        const before = tracker.find(() => true);
        const widget = before ?? add(start);
        if (before && start !== null) before.startAt(start);
        if (args.activate !== false) app.shell.activateById(widget.id);
      },
    });
    void restorer?.restore(tracker, {
      command: commandIds.runQuery,
      name: ({ id }) => id,
      args: ({ start }) => ({ ...start, activate: false }),
    });
  },
};

function givenStart({ workspace, projectName, query }: { readonly [name: string]: unknown }): QueryStart | null {
  if (typeof workspace !== 'string' || typeof projectName !== 'string') return null;
  return { workspace, projectName, ...(typeof query === 'string' ? { query } : {}) };
}

function selectedStart(selection: Selection | null): QueryStart | null {
  const node = selection?.current();
  switch (node?.kind) {
    case 'search':
      return node.target;
    case 'project':
      return { workspace: node.target.workspace, projectName: node.target.projectName };
    case 'experiment':
      return { workspace: node.workspace, projectName: node.projectName };
    default:
      return null;
  }
}

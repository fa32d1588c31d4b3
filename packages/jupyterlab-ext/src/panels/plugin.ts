import { ILayoutRestorer, type JupyterFrontEnd, type JupyterFrontEndPlugin } from '@jupyterlab/application';
import { WidgetTracker } from '@jupyterlab/apputils';
import { Debouncer } from '@lumino/polling';
import { readViewState, targetIdentity, type ViewState } from '@tracklens/core/display';
import { commandIds } from '../command-ids.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';
import { type OpenArguments, readOpenArguments } from './open-arguments.ts';
import { panelArea } from './panel-area.ts';
import { saveDelayMillis } from './save-delay.ts';
import { ViewPanel } from './view-panel.ts';

/** Opens views in panels and restores them after a reload with their target and state. */
export const panelPlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:panels',
  description: 'Views of experiments, projects and models in panels.',
  autoStart: true,
  requires: [ITracklens],
  optional: [ILayoutRestorer],
  activate(app: JupyterFrontEnd, tracklens: Tracklens, restorer: ILayoutRestorer | null) {
    const tracker = new WidgetTracker<ViewPanel>({ namespace: 'tracklens-views' });
    let opened = 0;

    const add = ({ target, id }: OpenArguments, state: ViewState | undefined): ViewPanel => {
      const panel = new ViewPanel(tracklens, target, state);
      panel.id = id ?? `tracklens-view-${Date.now()}-${opened++}`;
      const save = new Debouncer(() => tracker.save(panel), saveDelayMillis);
      panel.changed.connect(() => void save.invoke());
      panel.disposed.connect(() => save.dispose());
      void tracker.add(panel);
      app.shell.add(panel, panelArea(app), { mode: 'tab-after' });
      return panel;
    };

    /** Returns the panel that already shows the target. */
    const shown = (wanted: OpenArguments): ViewPanel | undefined => {
      const identity = targetIdentity(wanted.target);
      return tracker.find((panel) => targetIdentity(panel.target) === identity);
    };

    app.commands.addCommand(commandIds.open, {
      label: tracklens.translate('Open'),
      describedBy: { args: openArgumentsSchema },
      execute: (args) => {
        const wanted = readOpenArguments(args);
        if (wanted === null) throw new Error('tracklens:open needs { target }, as in a tree node or a cell output.');
        const before = wanted.newPanel || wanted.id ? undefined : shown(wanted);
        const panel = before ?? add(wanted, wanted.state);
        if (before && wanted.state) before.showState(wanted.state);
        if (wanted.target.kind === 'experiment' && wanted.target.tab && panel.target !== wanted.target)
          panel.showTarget(wanted.target);
        if (wanted.activate) app.shell.activateById(panel.id);
        return panel;
      },
    });

    void restorer?.restore(tracker, {
      command: commandIds.open,
      name: (panel) => panel.id,
      args: (panel) =>
        ({
          id: panel.id,
          target: panel.target,
          state: panel.state === undefined ? null : readViewState(panel.state),
          activate: false,
        }) as never,
    });
  },
};

const openArgumentsSchema = {
  type: 'object',
  required: ['target'],
  properties: {
    target: {
      type: 'object',
      description: 'What to show: { kind: "experiment", experimentKey, tab? }, a project, a model or a query.',
    },
    newPanel: { type: 'boolean', description: 'Open a second panel even when one already shows this.' },
    activate: { type: 'boolean', description: 'Bring the panel to the front (default: true).' },
  },
} as const;

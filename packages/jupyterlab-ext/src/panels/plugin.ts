import { ILayoutRestorer, type JupyterFrontEnd, type JupyterFrontEndPlugin } from '@jupyterlab/application';
import { WidgetTracker } from '@jupyterlab/apputils';
import { Debouncer } from '@lumino/polling';
import { DockPanel } from '@lumino/widgets';
import { targetIdentity, type ViewState } from '@tracklens/core/display';
import { commandIds } from '../command-ids.ts';
import { tracklensIcon } from '../icons.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';
import { openArgumentsSchema, readOpenArguments } from './open-arguments.ts';
import { panelArea } from './panel-area.ts';
import { saveDelayMillis } from './save-delay.ts';
import type { OpenArguments } from './valid-arguments.ts';
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
    const activeId = () => {
      const { current } = tracklens.clients;
      return (current?.configured && current.id) || undefined;
    };

    const add = (
      { target, id, connection, preview, activate }: OpenArguments,
      state: ViewState | undefined,
    ): ViewPanel => {
      const panel = new ViewPanel(tracklens, { target, state, connection: connection ?? activeId() });
      panel.isPreview = preview;
      panel.id = id ?? `tracklens-view-${Date.now()}-${opened++}`;
      const save = new Debouncer(() => tracker.save(panel), saveDelayMillis);
      panel.changed.connect(() => void save.invoke());
      panel.disposed.connect(() => save.dispose());
      void tracker.add(panel);
      // A restored panel is shown once, so that its tab gets its title.
      app.shell.add(panel, panelArea(app), { mode: 'tab-after', activate: activate || id !== undefined });
      return panel;
    };

    /** Returns the panel that already shows the target. */
    const shown = (wanted: OpenArguments): ViewPanel | undefined => {
      const identity = targetIdentity(wanted.target);
      const connection = wanted.connection ?? activeId();
      return tracker.find(
        (panel) => targetIdentity(panel.target) === identity && (panel.connection ?? activeId()) === connection,
      );
    };

    /** Returns the preview panel after it shows the target; undefined without one. */
    const replaced = ({ target, connection }: OpenArguments): ViewPanel | undefined => {
      const panel = tracker.find(({ isPreview }) => isPreview);
      panel?.replace(target, connection ?? activeId());
      return panel;
    };

    app.commands.addCommand(commandIds.open, {
      label: tracklens.translate('Open'),
      caption: tracklens.translate('Open an experiment, a project, a model or a query in a panel'),
      icon: tracklensIcon,
      describedBy: { args: openArgumentsSchema },
      execute: async (args) => {
        const wanted = await readOpenArguments(args);
        if (wanted === null) throw new Error('tracklens:open needs { target }, as in a tree node or a cell output.');
        const before = wanted.newPanel || wanted.id ? undefined : shown(wanted);
        const reused = before ?? (wanted.preview && !wanted.id ? replaced(wanted) : undefined);
        const panel = reused ?? add(wanted, wanted.state);
        if (!wanted.preview) panel.isPreview = false;
        before?.showNamedView();
        if (before && wanted.state) before.showState(wanted.state);
        if (wanted.target.kind === 'experiment' && wanted.target.tab && panel.target !== wanted.target)
          panel.showTarget(wanted.target);
        if (wanted.activate) app.shell.activateById(panel.id);
        else if (wanted.preview && !wanted.id) bringToFront(app, panel);
        return panel;
      },
    });

    void restorer?.restore(tracker, {
      command: commandIds.open,
      name: (panel) => panel.id,
      args: (panel) => ({
        id: panel.id,
        target: panel.target,
        connection: panel.connection ?? null,
        preview: panel.isPreview,
        state: panel.state ?? null,
        activate: false,
      }),
    });
  },
};

/** Makes a panel visible without giving it the focus. */
function bringToFront({ shell }: JupyterFrontEnd, panel: ViewPanel): void {
  if (panel.parent instanceof DockPanel) panel.parent.selectWidget(panel);
  else shell.activateById(panel.id);
}

import { ServerConnection } from '@jupyterlab/services';
import { nullTranslator } from '@jupyterlab/translation';
import { CommandRegistry } from '@lumino/commands';
import { Widget } from '@lumino/widgets';
import type { OpenOptions, Target } from '@tracklens/core/display';
import { commandIds } from '../command-ids.ts';
import { notifyWhenEnded } from '../commands/end-notices.ts';
import { openExperiment, openProject } from '../commands/open-commands.ts';
import { connectionCommands } from '../connections/commands.ts';
import { ConnectionBar } from '../connections/connection-bar.ts';
import { ConnectionsPage } from '../connections/connections-page.ts';
import { UserConnections } from '../connections/user-connections.ts';
import { welcome } from '../connections/welcome.ts';
import { LabManagement } from '../manage/management.ts';
import { ViewPanel } from '../panels/view-panel.ts';
import { type QueryStart, QueryWidget } from '../queries/query-widget.ts';
import { JupyterRequest } from '../service/jupyter-request.ts';
import { labTheme } from '../service/lab-theme.ts';
import { labTranslation } from '../service/lab-translation.ts';
import { ServiceClients } from '../service/service-clients.ts';
import type { ServiceStatus } from '../service/service-status.ts';
import { FilterField } from '../sidebar/filter-field.ts';
import type { Selection } from '../sidebar/selection.ts';
import { WelcomeArea } from '../sidebar/welcome-area.ts';
import type { Tracklens } from '../tokens.ts';

/* Page with widgets of the JupyterLab extension. Its requests go to the origin of the page. */

const jupyter = new JupyterRequest(ServerConnection.makeSettings({ baseUrl: `${location.origin}/` }));
const clients = new ServiceClients(jupyter);
const opened: unknown[] = [];
const translate = labTranslation(nullTranslator.load('tracklens'));
const management = new LabManagement(() => tracklens);
const tracklens = {
  clients,
  connections: new UserConnections(jupyter, clients),
  host: {
    open: (target: Target, { connection }: OpenOptions) => opened.push([target, connection ?? null]),
    report: console.error,
    theme: labTheme(null),
  },
  management,
  translate,
} as unknown as Tracklens;

const commands = new CommandRegistry();
for (const [id, command] of Object.entries(connectionCommands(tracklens))) commands.addCommand(id, command);
commands.addCommand(commandIds.openExperiment, openExperiment({ tracklens, selection: null }));
commands.addCommand(commandIds.openProject, openProject({ tracklens, selection: null }));
const running = { kind: 'experiment', state: 'running', target: { kind: 'experiment', experimentKey: 'a'.repeat(32) } };
commands.addCommand(
  commandIds.notifyWhenEnded,
  notifyWhenEnded(tracklens, { all: () => [running] } as unknown as Selection),
);

async function widgetOf(name: string): Promise<Widget> {
  if (name === 'connections') return new ConnectionsPage(tracklens, commands);
  if (name === 'welcome') return welcome(tracklens, await clients.status(), await tracklens.connections.list());
  const panel = { target: { kind: 'experiment', experimentKey: 'a'.repeat(32) }, state: undefined } as const;
  if (name === 'restored panel') {
    // No status has been read yet.
    const restored = { ...tracklens, clients: new ServiceClients(jupyter) };
    return new ViewPanel(restored, { ...panel, connection: 'team' });
  }
  if (name === 'panel of the active connection') {
    await clients.status();
    return new ViewPanel(tracklens, { ...panel, connection: undefined });
  }
  if (name === 'panel of a named view') {
    const target = { kind: 'project', workspace: 'ada', projectName: 'vision', viewId: 'x' } as const;
    return new ViewPanel(tracklens, { target, state: { version: 1, view: 'x' }, connection: 'team' });
  }
  if (name === 'welcome area') return new WelcomeArea(tracklens, () => {});
  if (name === 'bar') {
    const bar = new ConnectionBar(tracklens, commands);
    bar.showStatus(await clients.status());
    return bar;
  }
  const [label, onDown] = ['Filter', () => document.body.setAttribute('data-left', '')];
  return new FilterField({ short: label, label, clearLabel: 'Clear', onWords: () => {}, onDown });
}

let widget: Widget | null = null;

Object.assign(window, {
  async show(name: string) {
    widget?.dispose();
    widget = await widgetOf(name);
    Widget.attach(widget, document.body);
  },
  /** Shows a status in the welcome area. */
  showStatus: (status: ServiceStatus) => (widget as WelcomeArea).showStatus(status),
  /** Shows the widget as when the user returns to its tab. */
  showAgain() {
    widget?.hide();
    widget?.show();
  },
  /** Returns what a query panel shows that is opened at each of some places, one after the other. */
  queryPanel([first, ...others]: readonly QueryStart[]) {
    const panel = new QueryWidget(tracklens, first ?? null);
    return others.map((start) => {
      panel.startAt(start);
      return panel.start;
    });
  },
  title: () => widget?.title.label,
  /** Shows a named view in the panel, and opens a link to its own again. Returns the state of the panel. */
  openAfter(view: string) {
    const panel = widget as ViewPanel;
    panel.showState({ version: 1, view });
    panel.showNamedView();
    return panel.state ?? null;
  },
  /** Runs the command on a running experiment twice at once. Returns whether its end is notified. */
  async notifyTwice() {
    await Promise.all([1, 2].map(() => commands.execute(commandIds.notifyWhenEnded)));
    return commands.isToggled(commandIds.notifyWhenEnded);
  },
  /** Runs a command that opens a target. Returns the targets that are open since, with their connections. */
  async open(command: string) {
    opened.length = 0;
    await commands.execute(command);
    return opened;
  },
  manage: (command: string, experimentKey: string) => management.run(command, [experimentKey], undefined, 'team'),
  use: (id: string) => tracklens.connections.activate(id),
});

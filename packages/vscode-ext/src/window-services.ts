import * as vscode from 'vscode';
import { isWeb } from '#platform';
import { Connections } from './connection/connections.ts';
import { KeyStore } from './connection/key-store.ts';
import { OwnService } from './connection/own-service.ts';
import { Recordings } from './connection/recordings.ts';
import { TrainingEnvironment } from './connection/training-environment.ts';
import { once } from './once.ts';
import type { Panels } from './panels/panels.ts';
import { type Services, type SharedServices, treesOf } from './services.ts';
import { reloadTrees } from './trees/reload-trees.ts';
import { TreeFilter } from './trees/tree-filter.ts';
import { followConnections, windowTrees } from './trees/window-trees.ts';

/** Services of a window. */
export interface WindowServices extends Services {
  /** Returns the id of the connection of the active panel; null when another editor is active. */
  activeConnection(): string | null;
}

/** Creates the services of a window, for the current connection. */
export function windowServices(context: vscode.ExtensionContext): WindowServices {
  const log = vscode.window.createOutputChannel('Tracklens', { log: true });
  const keys = new KeyStore(context.secrets);
  const trainingEnvironment = new TrainingEnvironment(context);
  const demo = new OwnService({
    context,
    log,
    kind: 'demo',
    profile: { id: 'demo', name: vscode.l10n.t('demo data'), color: 'yellow' },
    onLost: () => connections.of('demo').lose('unreachable', vscode.l10n.t('The demo service ended.')),
  });
  const local = new OwnService({
    context,
    log,
    kind: 'local',
    profile: { id: 'local', name: vscode.l10n.t('local service'), color: 'green' },
    onUse: (service) => trainingEnvironment.set(service),
    onLost: () => connections.of('local').lose('unreachable', vscode.l10n.t('The local service ended.')),
  });
  const own = [demo, local];
  const recordings = new Recordings(context, own, (id, name) => {
    const onLost = () => connections.of(id).lose('unreachable', vscode.l10n.t('The service of the recording ended.'));
    return new OwnService({ context, log, kind: 'recording', profile: { id, name, color: 'orange' }, onLost });
  });
  const connections = new Connections({ context, log, keys, own, trainingEnvironment });
  const ofConnections = new Map<string, Services>();
  let panels: Panels | null = null;
  const loadPanels = once(async () => {
    panels = new (await import('./panels/panels.ts')).Panels(services);
    return panels;
  });
  const shared: SharedServices = {
    context,
    log,
    connections,
    of(id) {
      const made = ofConnections.get(id) ?? servicesOf(shared, id, loadPanels);
      ofConnections.set(id, made);
      return made;
    },
    keys,
    demo,
    local,
    recordings,
    trainingEnvironment,
    changes: new vscode.EventEmitter(),
    filter: new TreeFilter(() => treesOf(shared)),
    trees: windowTrees(() => services),
  };
  const services: WindowServices = {
    ...shared,
    connection: connections.current,
    get connectionId() {
      return connections.currentId;
    },
    favorites: () => favoritesOf(shared, connections.currentId),
    panels: loadPanels,
    activeConnection: () => panels?.activeConnection ?? null,
  };
  followConnections(services);
  connections.subscribe(() => showState(connections));
  void vscode.commands.executeCommand('setContext', 'tracklens.web', isWeb);
  const followKeys = keys.onDidChange(async (url) => {
    await (await import('./connection/connect.ts')).connectAgain(services, url);
  });
  const followWindows = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (focused) connections.followOtherWindows();
  });
  // From now on, the settings files of the folders may name the service of the environment.
  const followTrust = vscode.workspace.onDidGrantWorkspaceTrust(() => {
    connections.of('environment').reset();
    reloadTrees(services);
  });
  const followed = [followKeys, followWindows, followTrust];
  context.subscriptions.push(log, demo, local, trainingEnvironment, ...followed, ...treesOf(services));
  return services;
}

/** Returns the services of one connection. */
function servicesOf(shared: SharedServices, connectionId: string, panels: () => Promise<Panels>): Services {
  return {
    ...shared,
    connection: shared.connections.of(connectionId),
    connectionId,
    favorites: () => favoritesOf(shared, connectionId),
    panels: async () => (await panels()).of(connectionId),
  };
}

/** Returns the favorites of the user for a connection. */
async function favoritesOf({ context, connections }: Pick<Services, 'context' | 'connections'>, id: string) {
  const { FavoritesStore } = await import('./trees/favorites-store.ts');
  return new FavoritesStore(context.globalState, connections.storageKey(id));
}

/** Sets the state that menus and welcome views depend on: connected if any of several connections is. */
function showState(connections: Connections): void {
  const { kind } = connections.current.state;
  const isAnyConnected = connections.profiles().some(({ id }) => connections.of(id).state.kind === 'connected');
  const shown = isAnyConnected ? 'connected' : kind;
  // While connecting, the previous welcome view stays, which avoids flicker.
  if (shown !== 'connecting' && shown !== 'idle') {
    void vscode.commands.executeCommand('setContext', 'tracklens.connection', shown);
  }
}

import { idlePollMillis, messageText, type TreeDefinition, type TreeId, treeDefinitions } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import type { ConnectionState } from '../connection/connection.ts';
import { refreshMillis } from '../refresh-setting.ts';
import { type Services, treesOf } from '../services.ts';
import { translate } from '../translate.ts';
import { tooltipMarkdown } from './tooltip.ts';
import { TreeProvider } from './tree-provider.ts';
import { treeSources } from './tree-sources.ts';

/** Creates the trees of a window. `services` is first called when a tree is shown. */
export function windowTrees(services: () => Services): Readonly<Record<TreeId, TreeProvider>> {
  const slow = new Set<string>();
  const onSlow = (viewId: string, isSlow: boolean) => {
    if (isSlow) slow.add(viewId);
    else slow.delete(viewId);
    // An empty array would count as true.
    void vscode.commands.executeCommand('setContext', 'tracklens.slowViews', slow.size > 0 ? [...slow] : undefined);
  };
  return Object.fromEntries(
    treeDefinitions.map((definition) => [definition.id, treeProvider(definition, services, onSlow)]),
  ) as Record<TreeId, TreeProvider>;
}

/** Keeps the trees in sync with the connections of the window. */
export function followConnections(services: Pick<Services, 'connection' | 'connections' | 'trees'>): void {
  services.connection.subscribe(followOnly(services));
  services.connections.subscribe(followList(services));
}

/** States without a known service: the trees discard the rows of the previous one. */
const forgets: ReadonlySet<ConnectionState['kind']> = new Set(['idle', 'signed-out', 'misconfigured']);

/**
 * Keeps the trees in sync with the only connection: discards the rows of another service, and reloads failed rows
 * after a reconnect.
 */
function followOnly(services: Pick<Services, 'connections' | 'trees'>): (state: ConnectionState) => void {
  let shown: string | null = null;
  return (state) => {
    const trees = treesOf(services);
    const isOnly = services.connections.profiles().length === 1;
    if (isOnly && forgets.has(state.kind)) for (const tree of trees) tree.clear();
    if (state.kind !== 'connected') return;
    // The demo service may have a different URL after a start.
    const service = state.source === 'demo' ? 'demo' : state.url;
    const isOther = isOnly && shown !== null && shown !== service;
    shown = service;
    for (const tree of trees) isOther ? tree.clear() : tree.reconnected();
  };
}

/** Keeps the rows of the connections in sync with their list and their states. */
function followList(services: Pick<Services, 'connections' | 'trees'>): () => void {
  let shown = '';
  return () => {
    const ids = JSON.stringify(services.connections.profiles().map(({ id }) => id));
    const isOther = shown !== '' && shown !== ids;
    shown = ids;
    for (const tree of treesOf(services)) isOther ? tree.clear() : void tree.updateConnections();
  };
}

/**
 * Poll interval of the rows of the local service, in milliseconds: a script that was just started appears soon, and
 * requests on this machine cost little.
 */
const localPollMillis = 3_000;

/** Creates the view of a tree. Its data sources belong to the connected clients. */
function treeProvider(
  definition: TreeDefinition,
  services: () => Services,
  onSlow: (viewId: string, isSlow: boolean) => void,
): TreeProvider {
  const viewId = `tracklens.${definition.id}`;
  const stateOf = (id?: string) => connectionOf(id).state;
  const connectionOf = (id?: string) => (id === undefined ? services().connection : services().connections.of(id));
  const isPolledOften = () => {
    const states = services()
      .connections.profiles()
      .map(({ id }) => ({ id, kind: stateOf(id).kind }));
    // Without a service nothing is requested, and a local one may be started at any time.
    const isNone = states.every(({ kind }) => kind === 'idle' || kind === 'signed-out');
    return isNone || states.some(({ id, kind }) => id === 'local' && kind === 'connected');
  };
  const selectionKey = `tracklens.selected.${definition.id}`;
  return new TreeProvider(viewId, {
    ...treeSources(definition, services),
    isExpanded: (id) => services().connections.currentId === id,
    onLost(failure, id) {
      // A rate-limited service is still connected, as after a cancelled read. A failed connection has been reported.
      if (failure.kind === 'rate-limited' || failure.kind === 'aborted' || stateOf(id).kind !== 'connected') return;
      const { kind } = failure;
      const lost = kind === 'unauthorized' || kind === 'unreachable' ? kind : 'failed';
      connectionOf(id).lose(lost, messageText(failure, translate));
    },
    onSlow: (isSlow) => onSlow(viewId, isSlow),
    urlInCode: ({ connection }) =>
      connection === undefined ? undefined : services().connections.urlUnlessCurrent(connection),
    async tooltip(node, signal) {
      if (node.target?.kind !== 'experiment') return tooltipMarkdown(node);
      const { experimentSummary } = await import('@tracklens/ui/trees');
      const { api } = await connectionOf(node.connection).client();
      return tooltipMarkdown(node, await experimentSummary(api, node.target.experimentKey, signal), translate);
    },
    selectedBefore: () => services().context.workspaceState.get<string>(selectionKey),
    onSelect: (id) => void services().context.workspaceState.update(selectionKey, id),
    refreshMillis: () => Math.min(refreshMillis('trees', 10), isPolledOften() ? localPollMillis : Infinity),
    idleMillis: () => (isPolledOften() ? localPollMillis : idlePollMillis),
  });
}

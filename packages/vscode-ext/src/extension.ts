import {
  type Favorites,
  messageText,
  type TreeDefinition,
  type TreeId,
  type TreeNode,
  type TreeSource,
  treeDefinitions,
  writeIn,
} from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { commands } from './commands.ts';
import { Connection, ConnectionProblem, type ConnectionState } from './connection/connection.ts';
import { Demo } from './connection/demo.ts';
import { KeyStore } from './connection/key-store.ts';
import { restFailure } from './connection/rest-failure.ts';
import { ServiceStatus } from './connection/service-status.ts';
import { textScheme } from './differences/text-scheme.ts';
import { PersistentStorage } from './panels/persistent-storage.ts';
import { showProblem } from './problem-message.ts';
import { queryScheme, queryTexts } from './queries/query-documents.ts';
import { queryLanguageFeatures } from './queries/query-language.ts';
import { modelNotes, notesScheme } from './registry/model-notes.ts';
import { translateBy } from './sentence.ts';
import { rearrangeFavorites, type ServiceClient, type Services, treesOf } from './services.ts';
import { TextFiles } from './text-files.ts';
import { translate } from './translate.ts';
import { FavoritesStore } from './trees/favorites-store.ts';
import { tooltipMarkdown } from './trees/tooltip.ts';
import { TreeFilter } from './trees/tree-filter.ts';
import { TreeProvider } from './trees/tree-provider.ts';

/**
 * Registers all contributions and does nothing else. Network, files and secrets are not accessed, and the client is
 * not loaded, before a view becomes visible or a command runs.
 */
export function activate(context: vscode.ExtensionContext): void {
  translateBy(vscode.l10n.t);
  writeIn(vscode.env.language);
  const log = vscode.window.createOutputChannel('Tracklens', { log: true });
  const keys = new KeyStore(context.secrets);
  const demo = new Demo(context, log, (lastWords) => {
    log.warn(`The demo service ended. ${lastWords}`);
    connection.lose('unreachable', vscode.l10n.t('The demo service ended.'));
  });
  const connection = new Connection<ServiceClient>({
    find: async () => (await import('./connection/discovery.ts')).findService(context, keys, demo),
    connect: async (configuration) =>
      (await import('./connection/service-client.ts')).connectService(configuration, log),
  });
  const favorites = new FavoritesStore(context.globalState, () => connection.state);
  const parts: Services = {
    context,
    log,
    connection,
    keys,
    demo,
    favorites,
    storage: new PersistentStorage(context.globalState),
    filter: new TreeFilter(() => treesOf(parts)),
    trees: Object.fromEntries(
      treeDefinitions.map((definition) => [definition.id, treeProvider(definition, connection, favorites)]),
    ) as Record<TreeId, TreeProvider>,
    panels: once(async () => {
      const panels = new (await import('./panels/panels.ts')).Panels(parts);
      context.subscriptions.push(panels);
      return panels;
    }),
  };
  const stateLog = stateLogger(log);
  connection.subscribe((state) => {
    stateLog(state);
    showState(state);
  });
  connection.subscribe(followConnection(() => treesOf(parts)));
  showState(connection.state);
  context.subscriptions.push(
    log,
    demo,
    ...treesOf(parts),
    new ServiceStatus(connection),
    vscode.workspace.registerTextDocumentContentProvider(textScheme, {
      provideTextDocumentContent: async (uri) =>
        (await import('./differences/compare-texts.ts')).textDocument(uri, await connection.client()),
    }),
    ...Object.entries({ [notesScheme]: modelNotes(parts), [queryScheme]: queryTexts(parts) }).map(([scheme, store]) =>
      vscode.workspace.registerFileSystemProvider(scheme, new TextFiles(store), { isCaseSensitive: true }),
    ),
    queryLanguageFeatures(parts),
    ...Object.entries(commands).map(([id, run]) =>
      vscode.commands.registerCommand(id, (node?: TreeNode, nodes?: unknown) =>
        reported(log, async () => run(parts, node, rowsOf(node, nodes))),
      ),
    ),
    vscode.window.registerWebviewPanelSerializer('tracklens.view', {
      deserializeWebviewPanel: async (panel, kept) => (await parts.panels()).restore(panel, kept),
    }),
    serveOutputs(parts),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('tracklens.service')) void followSettings(parts);
      const saved = change.affectsConfiguration('tracklens.queries.saved');
      if (saved && connection.state.kind === 'connected') void rearrangeFavorites(parts);
    }),
  );
}

/** States that need a user action to change; polling sends no requests in them. */
const needsPerson: ReadonlySet<ConnectionState['kind']> = new Set(['idle', 'signedOut', 'misconfigured', 'refused']);

/** States without a known service: the trees discard the rows of the previous one. */
const forgets: ReadonlySet<ConnectionState['kind']> = new Set(['idle', 'signedOut', 'misconfigured']);

/**
 * Keeps the trees in sync with the connection: discards the rows of another service, and reloads failed rows after a
 * reconnect.
 */
function followConnection(trees: () => readonly TreeProvider[]): (state: ConnectionState) => void {
  let shown: string | null = null;
  return (state) => {
    if (forgets.has(state.kind)) for (const tree of trees()) tree.clear();
    if (state.kind !== 'connected') return;
    // The demo service has a different URL after each start.
    const service = state.source === 'demo' ? 'demo' : state.url;
    const isOther = shown !== null && shown !== service;
    shown = service;
    for (const tree of trees()) isOther ? tree.clear() : tree.reconnected();
  };
}

/** Creates the view of a tree. Its data source belongs to the connected client. */
function treeProvider(
  { id, load }: TreeDefinition,
  connection: Connection<ServiceClient>,
  favorites: Favorites,
): TreeProvider {
  const sources = new WeakMap<ServiceClient, TreeSource>();
  const source = async () => {
    try {
      const client = await connection.client();
      const createTree = await load();
      const tree = sources.get(client) ?? createTree({ api: client.api, t: translate, favorites });
      sources.set(client, tree);
      return tree;
    } catch (error) {
      if (error instanceof ConnectionProblem && error.kind === 'signedOut') return null;
      throw restFailure(error);
    }
  };
  return new TreeProvider(`tracklens.${id}`, {
    source,
    polled: async () => (needsPerson.has(connection.state.kind) ? null : source()),
    lost(failure) {
      // A rate-limited service is still connected, and a failed connection has already been reported.
      if (failure.kind === 'limited' || connection.state.kind !== 'connected') return;
      const kind =
        failure.kind === 'unauthorized' ? 'refused' : failure.kind === 'unreachable' ? 'unreachable' : 'failed';
      connection.lose(kind, messageText(failure, translate));
    },
    async tooltip(node, signal) {
      if (node.target?.kind !== 'experiment') return tooltipMarkdown(node);
      const { experimentSummary } = await import('@tracklens/ui/trees');
      const { api } = await connection.client();
      return tooltipMarkdown(node, await experimentSummary(api, node.target.experimentKey, signal), translate);
    },
    refreshMillis: () => 1000 * vscode.workspace.getConfiguration('tracklens').get('trees.refreshSeconds', 10),
  });
}

/** Returns the rows a command applies to: the whole selection, or else the single row. */
function rowsOf(node: TreeNode | undefined, nodes: unknown): readonly TreeNode[] {
  if (Array.isArray(nodes) && nodes.length > 0) return nodes as TreeNode[];
  return node ? [node] : [];
}

/** Handles the messages of the notebook renderer. The handler is loaded on the first message. */
function serveOutputs(parts: Services): vscode.Disposable {
  const messaging = vscode.notebooks.createRendererMessaging('tracklens.view');
  const outputRequests = once(async () => {
    const made = new (await import('./notebooks/output-requests.ts')).OutputRequests(messaging, parts);
    parts.context.subscriptions.push(made);
    return made;
  });
  return messaging.onDidReceiveMessage(async ({ editor, message }) =>
    (await outputRequests()).receive(editor, message),
  );
}

/** Reconnects and reloads the trees when the settings name another service than the connected one. */
async function followSettings(parts: Services): Promise<void> {
  const { serviceUrl } = await import('./connection/discovery.ts');
  const { state } = parts.connection;
  if (state.kind === 'idle' || (state.kind === 'connected' && state.url === serviceUrl())) return;
  parts.connection.reset();
  for (const tree of treesOf(parts)) tree.refresh();
}

/** Returns a listener that logs state changes. Repeated attempts with the same result are logged once. */
function stateLogger(log: vscode.LogOutputChannel): (state: ConnectionState) => void {
  let last = '';
  return (state) => {
    if (state.kind === 'idle' || state.kind === 'connecting') return;
    const line = state.kind === 'connected' ? `Connected to ${state.url} (${state.source}).` : state.message;
    if (line === last) return;
    last = line;
    if (state.kind === 'connected') log.info(line);
    else log.warn(line);
  };
}

function showState(state: ConnectionState): void {
  // While connecting, the previous welcome view stays, which avoids flicker.
  if (state.kind !== 'connecting' && state.kind !== 'idle') {
    void vscode.commands.executeCommand('setContext', 'tracklens.connection', state.kind);
  }
}

/** Runs a command and shows an error message when it fails. */
async function reported(log: vscode.LogOutputChannel, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    await showProblem(error, log);
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

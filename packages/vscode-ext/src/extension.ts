import type { TreeNode, TreeSource } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { commands } from './commands.ts';
import { Connection, type ConnectionState } from './connection/connection.ts';
import { Demo } from './connection/demo.ts';
import { KeyStore } from './connection/key-store.ts';
import { ServiceStatus } from './connection/service-status.ts';
import { textScheme } from './differences/text-scheme.ts';
import { KeptTexts } from './panels/kept-texts.ts';
import { type Parts, type ServiceClient, treesOf } from './parts.ts';
import { showProblem } from './problem-message.ts';
import { queryScheme, queryTexts } from './queries/query-documents.ts';
import { queryLanguageFeatures } from './queries/query-language.ts';
import { modelNotes, notesScheme } from './registry/model-notes.ts';
import { translateBy } from './sentence.ts';
import { TextFiles } from './text-files.ts';
import { translate } from './translate.ts';
import { KeptShelf } from './trees/kept-shelf.ts';
import { tooltipMarkdown } from './trees/tooltip.ts';
import { TreeFilter } from './trees/tree-filter.ts';
import { TreeProvider } from './trees/tree-provider.ts';

/**
 * Registers everything and does nothing else: no network, no file, no secret is read before a view is seen or a command
 * runs, and the client is loaded only then.
 */
export function activate(context: vscode.ExtensionContext): void {
  translateBy(vscode.l10n.t);
  const log = vscode.window.createOutputChannel('Tracklens', { log: true });
  const keys = new KeyStore(context.secrets);
  const demo = new Demo(context, log, (lastWords) => {
    log.warn(`The demo service ended. ${lastWords}`);
    connection.reset();
    connection.lose('unreachable', vscode.l10n.t('The demo service ended.'));
  });
  const connection = new Connection<ServiceClient>({
    find: async () => (await import('./connection/discovery.ts')).findService(context, keys, demo),
    connect: async (configuration) =>
      (await import('./connection/service-client.ts')).connectService(configuration, log),
  });
  const shelf = new KeptShelf(context.globalState, () => connection.state);
  const parts: Parts = {
    context,
    log,
    connection,
    keys,
    demo,
    shelf,
    kept: new KeptTexts(context.globalState),
    filter: new TreeFilter(() => treesOf(parts)),
    experiments: tree('experiments', connection, (trees, { api }) => trees.explorerTree(api, translate, shelf)),
    registry: tree('registry', connection, (trees, { api }) => trees.registryTree(api, translate)),
    artifacts: tree('artifacts', connection, (trees, { api }) => trees.artifactsTree(api, translate)),
    panels: once(async () => {
      const panels = new (await import('./panels/panels.ts')).Panels(parts);
      context.subscriptions.push(panels);
      return panels;
    }),
  };
  connection.subscribe((state) => showState(state, log));
  showState(connection.state, log);
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
    answerOutputs(parts),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('tracklens.service')) void followSettings(parts);
      const saved = change.affectsConfiguration('tracklens.queries.saved');
      if (saved && connection.state.kind === 'connected') void parts.experiments.rearrange();
    }),
  );
}

/** A tree over the data layer of the views; its source belongs to the client that is connected. */
function tree(
  view: string,
  connection: Connection<ServiceClient>,
  make: (trees: typeof import('@tracklens/ui/trees'), client: ServiceClient) => TreeSource,
): TreeProvider {
  const sources = new WeakMap<ServiceClient, TreeSource>();
  return new TreeProvider(`tracklens.${view}`, {
    async source() {
      const client = await connection.client().catch(() => null);
      if (client === null) return null;
      const trees = await import('@tracklens/ui/trees');
      trees.writeIn(vscode.env.language);
      const source = sources.get(client) ?? make(trees, client);
      sources.set(client, source);
      return source;
    },
    lost({ problem, label }) {
      const obstacle = problem === 'unauthorized' ? 'refused' : problem === 'unreachable' ? 'unreachable' : 'failed';
      connection.lose(obstacle, label);
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

/** The rows that a command is meant for: all selected ones where it was called on one of several. */
function rowsOf(node: TreeNode | undefined, nodes: unknown): readonly TreeNode[] {
  if (Array.isArray(nodes) && nodes.length > 0) return nodes as TreeNode[];
  return node ? [node] : [];
}

/** Answers the notebook renderer; what that needs is loaded at its first message. */
function answerOutputs(parts: Parts): vscode.Disposable {
  const messaging = vscode.notebooks.createRendererMessaging('tracklens.view');
  const answers = once(async () => {
    const made = new (await import('./notebooks/output-answers.ts')).OutputAnswers(messaging, parts);
    parts.context.subscriptions.push(made);
    return made;
  });
  return messaging.onDidReceiveMessage(async ({ editor, message }) => (await answers()).receive(editor, message));
}

/** The settings name another service than the one that is connected: read that one. */
async function followSettings(parts: Parts): Promise<void> {
  const { serviceUrl } = await import('./connection/discovery.ts');
  const { state } = parts.connection;
  if (state.kind === 'idle' || (state.kind === 'connected' && state.url === serviceUrl())) return;
  parts.connection.reset();
  for (const tree of treesOf(parts)) tree.refresh();
}

function showState(state: ConnectionState, log: vscode.LogOutputChannel): void {
  if (state.kind === 'connected') log.info(`Connected to ${state.url} (${state.source}).`);
  else if ('message' in state) log.warn(state.message);
  // While connecting the last welcome stays: no flicker between two that say the same.
  if (state.kind !== 'connecting' && state.kind !== 'idle') {
    void vscode.commands.executeCommand('setContext', 'tracklens.connection', state.kind);
  }
}

/** Runs a command; what goes wrong is said. */
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

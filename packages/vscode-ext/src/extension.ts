import { setLocale, type TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { preloadClient } from '#platform';
import { codeFeatures } from './code/code-features.ts';
import { commandArguments } from './command-services.ts';
import { commands } from './commands.ts';
import { ServiceStatus } from './connection/service-status.ts';
import { textScheme } from './differences/text-scheme.ts';
import { extensionApi, type TracklensApi, uriHandler } from './extension-api.ts';
import { editedTexts, notesScheme } from './manage/edited-texts.ts';
import { storedRuns } from './notices/watched-runs.ts';
import { once } from './once.ts';
import { queryScheme, queryTexts } from './queries/query-documents.ts';
import { queryLanguageFeatures } from './queries/query-language.ts';
import { fileScheme } from './registry/file-uri.ts';
import { ServiceFiles } from './registry/service-files.ts';
import { reported } from './reported.ts';
import { translateBy } from './sentence.ts';
import { rearrangeFavorites, type Services } from './services.ts';
import { TextFiles } from './text-files.ts';
import { translate } from './translate.ts';
import { dropIntoCells } from './trees/drag-rows.ts';
import { reloadTrees } from './trees/reload-trees.ts';
import { windowServices } from './window-services.ts';

/**
 * Registers all contributions, and starts the local service if this workspace uses it. Otherwise network, files and
 * secrets are not accessed before a view becomes visible or a command runs.
 */
export function activate(context: vscode.ExtensionContext): TracklensApi {
  translateBy(vscode.l10n.t, translate.composed);
  setLocale(vscode.env.language);
  const services = windowServices(context);
  const { connections, connection, local, log } = services;
  const api = extensionApi(services);
  context.subscriptions.push(
    new ServiceStatus(connections),
    vscode.workspace.registerTextDocumentContentProvider(textScheme, {
      provideTextDocumentContent: async (uri) =>
        (await import('./differences/compare-texts.ts')).textDocument(uri, services),
    }),
    ...Object.entries({ [notesScheme]: editedTexts, [queryScheme]: queryTexts }).map(([scheme, storeOf]) => {
      const files = new TextFiles((id) => storeOf(id === '' ? services : services.of(id)), services.changes.event);
      return vscode.workspace.registerFileSystemProvider(scheme, files, { isCaseSensitive: true });
    }),
    vscode.workspace.registerFileSystemProvider(fileScheme, new ServiceFiles(services), {
      isCaseSensitive: true,
      isReadonly: true,
    }),
    ...Object.entries(commands).map(([id, run]) =>
      vscode.commands.registerCommand(id, (node?: TreeNode, nodes?: unknown) =>
        reported(log, async () => {
          const given = commandArguments(services, services.activeConnection(), node, nodes);
          return run(given.services, given.node, given.nodes);
        }),
      ),
    ),
    vscode.window.registerWebviewPanelSerializer('tracklens.view', {
      deserializeWebviewPanel: async (panel, stored) => (await services.panels()).restore(panel, stored),
    }),
    vscode.window.registerCustomEditorProvider(
      'tracklens.recording',
      {
        openCustomDocument: (uri) => ({ uri, dispose() {} }),
        resolveCustomEditor: async ({ uri }, panel) =>
          (await import('./recordings/recording-editor.ts')).drawRecording(uri, panel, services),
      },
      { webviewOptions: { enableFindWidget: true } },
    ),
    serveOutputs(services),
    languageFeatures(services),
    afterStart(services),
    services.changes,
    services.changes.event(() => reloadTrees(services)),
    vscode.window.registerUriHandler(uriHandler(api, log)),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('tracklens.service') && connection.state.kind !== 'idle')
        connections.listChanged();
      const saved = change.affectsConfiguration('tracklens.queries.saved');
      if (saved && connection.state.kind === 'connected') void rearrangeFavorites(services);
    }),
  );
  // Scripts in restored terminals log to the local service, whether or not a view is visible.
  if (local.folder !== null) local.configuration().catch((error: Error) => log.warn(error.message));
  return api;
}

/** Registers what open documents use. The editor takes it at any time, so the activation does not wait for it. */
function languageFeatures(services: Services): vscode.Disposable {
  const registered: vscode.Disposable[] = [];
  const register = () => registered.push(queryLanguageFeatures(services), codeFeatures(services), dropIntoCells());
  const timer = setTimeout(register);
  return new vscode.Disposable(() => {
    clearTimeout(timer);
    for (const disposable of registered) disposable.dispose();
  });
}

/** Time after the activation in which other extensions start, in milliseconds. */
const startMillis = 2_000;

/**
 * Does what can wait for the start of other extensions: loads the code of the trees for a user who has connected
 * before, and watches the experiments that were watched before a window reload.
 */
function afterStart(services: Services): vscode.Disposable {
  const timer = setTimeout(async () => {
    if (services.connections.isUsed) void preloadClient();
    if (storedRuns(services.context).length > 0) (await import('./notices/end-notices.ts')).resumeWatch(services);
  }, startMillis);
  return new vscode.Disposable(() => clearTimeout(timer));
}

/** Handles the messages of the notebook renderer. The handler is loaded on the first message. */
function serveOutputs(services: Services): vscode.Disposable {
  const messaging = vscode.notebooks.createRendererMessaging('tracklens.view');
  const outputRequests = once(async () => {
    const made = new (await import('./notebooks/output-requests.ts')).OutputRequests(messaging, services);
    services.context.subscriptions.push(made);
    return made;
  });
  return messaging.onDidReceiveMessage(async ({ editor, message }) =>
    (await outputRequests()).receive(editor, message),
  );
}

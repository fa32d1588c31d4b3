import * as vscode from 'vscode';
import { once } from '../once.ts';
import type { Services } from '../services.ts';
import { codeDocuments, isAboutExperiments } from './code-documents.ts';
import type { TracklensTerminalLink } from './terminal-link-provider.ts';

/**
 * Registers the features in code and terminals while they are enabled. Their implementations are loaded for the first
 * document that is about experiments, and for the first address in a terminal.
 */
export function codeFeatures(services: Services): vscode.Disposable {
  let registered: vscode.Disposable | null = null;
  const update = () => {
    const isEnabled = vscode.workspace.getConfiguration('tracklens').get('codeFeatures.enabled', true);
    if (isEnabled === (registered !== null)) return;
    registered?.dispose();
    registered = isEnabled ? registerFeatures(services) : null;
  };
  update();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('tracklens.codeFeatures')) update();
    }),
    { dispose: () => registered?.dispose() },
  );
}

function registerFeatures(services: Services): vscode.Disposable {
  const outdated = new vscode.EventEmitter<void>();
  let disposeImplementations = () => {};
  const implementations = once(async () => {
    const made = new (await import('./code-providers.ts')).CodeProviders(services, () => outdated.fire());
    disposeImplementations = () => made.dispose();
    return made;
  });
  const { languages, window } = vscode;
  return vscode.Disposable.from(
    outdated,
    { dispose: () => disposeImplementations() },
    languages.registerDocumentLinkProvider(codeDocuments, {
      provideDocumentLinks: async (document) =>
        isAboutExperiments(document) ? (await implementations()).links(document) : [],
      resolveDocumentLink: async (link, token) => (await implementations()).resolveLink(link, token),
    }),
    languages.registerHoverProvider(codeDocuments, {
      provideHover: async (document, position, token) =>
        isAboutExperiments(document) ? (await implementations()).hover(document, position, token) : null,
    }),
    languages.registerCodeLensProvider(codeDocuments, {
      onDidChangeCodeLenses: outdated.event,
      provideCodeLenses: async (document, token) =>
        isAboutExperiments(document) ? (await implementations()).lenses(document, token) : [],
    }),
    languages.registerCompletionItemProvider(
      codeDocuments,
      {
        provideCompletionItems: async (document, position, token) =>
          isAboutExperiments(document) ? (await implementations()).completions(document, position, token) : [],
      },
      ...['"', "'"],
    ),
    window.registerTerminalLinkProvider({
      provideTerminalLinks: async ({ line }) =>
        /https?:\/\//.test(line) ? (await implementations()).terminalLinks.links(line) : [],
      handleTerminalLink: async (link: TracklensTerminalLink) => (await implementations()).terminalLinks.open(link),
    }),
  );
}

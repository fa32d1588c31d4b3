import * as vscode from 'vscode';
import { once } from '../once.ts';
import type { Services } from '../services.ts';
import { codeDocuments, isAboutExperiments } from './code-documents.ts';

/**
 * Registers the features in code while they are enabled: links and hovers. Their implementations are loaded for the
 * first document that is about experiments.
 */
export function codeFeatures(parts: Services): vscode.Disposable {
  const implementations = once(async () => new (await import('./code-providers.ts')).CodeProviders(parts));
  let registered: vscode.Disposable | null = null;
  const update = () => {
    const isEnabled = vscode.workspace.getConfiguration('tracklens').get('codeFeatures.enabled', true);
    if (isEnabled === (registered !== null)) return;
    registered?.dispose();
    registered = isEnabled ? registerFeatures(implementations) : null;
  };
  update();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('tracklens.codeFeatures')) update();
    }),
    { dispose: () => registered?.dispose() },
  );
}

type Implementations = InstanceType<typeof import('./code-providers.ts').CodeProviders>;

function registerFeatures(implementations: () => Promise<Implementations>): vscode.Disposable {
  const { registerDocumentLinkProvider, registerHoverProvider } = vscode.languages;
  return vscode.Disposable.from(
    registerDocumentLinkProvider(codeDocuments, {
      provideDocumentLinks: async (document) =>
        isAboutExperiments(document) ? (await implementations()).links(document) : [],
      resolveDocumentLink: async (link, token) => (await implementations()).resolveLink(link, token),
    }),
    registerHoverProvider(codeDocuments, {
      provideHover: async (document, position, token) =>
        isAboutExperiments(document) ? (await implementations()).hover(document, position, token) : null,
    }),
  );
}

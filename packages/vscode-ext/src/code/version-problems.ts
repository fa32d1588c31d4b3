import { mapConcurrent } from '@tracklens/core/client';
import * as vscode from 'vscode';
import { codeDocuments, rangeOf } from './code-documents.ts';
import type { ExperimentLookup } from './experiment-lookup.ts';
import type { ReadCode } from './read-code.ts';
import { newestVersion, registeredModel } from './registered-model.ts';

/** Version of a model in code that does not exist. */
class VersionProblem extends vscode.Diagnostic {
  readonly newest: string;

  constructor(range: vscode.Range, message: string, newest: string) {
    super(range, message, vscode.DiagnosticSeverity.Warning);
    this.source = 'Tracklens';
    this.code = 'model-version';
    this.newest = newest;
  }
}

/** Diagnostics of model versions that do not exist, and their quick fixes. */
export class VersionProblems {
  readonly #collection = vscode.languages.createDiagnosticCollection('tracklens-code');
  readonly #disposables: readonly vscode.Disposable[];

  constructor() {
    this.#disposables = [
      this.#collection,
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#collection.delete(uri)),
      vscode.languages.registerCodeActionsProvider(
        codeDocuments,
        { provideCodeActions: (document, range) => this.#fixes(document, range) },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
    ];
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** Marks the versions of a document that do not exist. A model that no service has is not marked. */
  async check(
    lookup: ExperimentLookup,
    document: vscode.TextDocument,
    { calls }: Pick<ReadCode, 'calls'>,
    signal: AbortSignal,
  ): Promise<void> {
    const { version: documentVersion } = document;
    const problems = await mapConcurrent(calls, async ({ workspace, modelName, version }) => {
      if (modelName === null || !version?.value) return null;
      const model = await registeredModel(lookup, { workspace, modelName }, signal);
      const versions = model?.versions.map((one) => one.version) ?? [];
      const newest = newestVersion(versions);
      if (newest === undefined || versions.includes(version.value)) return null;
      const message = vscode.l10n.t(
        'The model “{0}” has no version {1}. Its newest version is {2}.',
        modelName,
        version.value,
        newest,
      );
      return new VersionProblem(rangeOf(document, version), message, newest);
    });
    signal.throwIfAborted();
    if (document.version !== documentVersion) return;
    this.#collection.set(
      document.uri,
      problems.filter((problem) => problem !== null),
    );
  }

  #fixes(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const problems = this.#collection.get(document.uri) ?? [];
    return problems.flatMap((problem) => {
      if (!(problem instanceof VersionProblem) || !problem.range.intersection(range)) return [];
      const title = vscode.l10n.t('Change to the newest version {0}', problem.newest);
      const fix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      fix.edit = new vscode.WorkspaceEdit();
      fix.edit.replace(document.uri, problem.range, problem.newest);
      fix.diagnostics = [problem];
      fix.isPreferred = true;
      return [fix];
    });
  }
}

import * as vscode from 'vscode';
import { codeDocuments, isAboutExperiments } from './code-documents.ts';
import type { CodeReader } from './code-reader.ts';
import type { EditPause } from './edit-pause.ts';
import type { ExperimentLookup } from './experiment-lookup.ts';
import { loggedAttempt } from './logged-attempt.ts';
import { VersionProblems } from './version-problems.ts';

/** Checks the model versions in visible documents, after a pause in edits. */
export class VersionChecks implements vscode.Disposable {
  readonly #log: vscode.LogOutputChannel;
  readonly #lookup: ExperimentLookup;
  readonly #reader: CodeReader;
  readonly #pause: EditPause;
  readonly #problems = new VersionProblems();
  readonly #listener = vscode.window.onDidChangeVisibleTextEditors(() => this.checkVisible());
  /** Check of each document that was started last. */
  readonly #running = new WeakMap<vscode.TextDocument, AbortController>();

  constructor(log: vscode.LogOutputChannel, lookup: ExperimentLookup, reader: CodeReader, pause: EditPause) {
    this.#log = log;
    this.#lookup = lookup;
    this.#reader = reader;
    this.#pause = pause;
  }

  dispose(): void {
    this.#listener.dispose();
    this.#problems.dispose();
  }

  /** Checks all visible documents. */
  checkVisible(): void {
    for (const { document } of vscode.window.visibleTextEditors) void this.#check(document);
  }

  /** Checks a document that was edited, if it is visible. */
  checkIfVisible(document: vscode.TextDocument): void {
    if (vscode.window.visibleTextEditors.some((editor) => editor.document === document)) void this.#check(document);
  }

  /** Checks a document. A newer check replaces the one that runs. */
  async #check(document: vscode.TextDocument): Promise<void> {
    if (!vscode.workspace.isTrusted || vscode.languages.match(codeDocuments, document) === 0) return;
    this.#running.get(document)?.abort();
    const abort = new AbortController();
    this.#running.set(document, abort);
    await loggedAttempt(this.#log, abort.signal, undefined, async (signal) => {
      await this.#pause.wait(document, signal);
      // Without the code that named versions, their problems are removed.
      const code = isAboutExperiments(document) ? this.#reader.read(document) : { calls: [] };
      await this.#problems.check(this.#lookup, document, code, signal);
    });
  }
}

import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { argumentAt } from './code-calls.ts';
import { argumentNames } from './code-completions.ts';
import { rangeOf } from './code-documents.ts';
import { codeLenses } from './code-lenses.ts';
import { CodeReader } from './code-reader.ts';
import type { CodeReference } from './code-references.ts';
import { targetNode } from './command-node.ts';
import { EditPause } from './edit-pause.ts';
import { commandUri } from './experiment-hover.ts';
import { ExperimentLookup } from './experiment-lookup.ts';
import { hoverText } from './hover-text.ts';
import { loggedAttempt } from './logged-attempt.ts';
import { TerminalLinkProvider } from './terminal-link-provider.ts';
import { VersionChecks } from './version-checks.ts';

/** Link of a reference. What it opens is found when it is clicked. */
class ReferenceLink extends vscode.DocumentLink {
  readonly reference: CodeReference;

  constructor(range: vscode.Range, reference: CodeReference) {
    super(range);
    this.reference = reference;
    this.tooltip = vscode.l10n.t('Open in Tracklens');
  }
}

/** Time until a running experiment that a code lens shows is read again, in milliseconds. */
const runningMillis = 15_000;

/** Features in code: links, hovers, code lenses, completion and the check of model versions. */
export class CodeProviders {
  readonly #services: Services;
  /** Reports that the code lenses are outdated. */
  readonly #outdated: () => void;
  readonly #reader = new CodeReader();
  readonly #lookup: ExperimentLookup;
  readonly #pause = new EditPause();
  readonly #checks: VersionChecks;
  readonly terminalLinks: TerminalLinkProvider;
  readonly #disposables: readonly vscode.Disposable[];
  #connected = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(services: Services, outdated: () => void) {
    this.#services = services;
    this.#outdated = outdated;
    this.#lookup = new ExperimentLookup(services);
    this.#checks = new VersionChecks(services.log, this.#lookup, this.#reader, this.#pause);
    this.terminalLinks = new TerminalLinkProvider(services, this.#lookup);
    const { window, workspace } = vscode;
    this.#disposables = [
      this.#checks,
      workspace.onDidChangeTextDocument(({ document }) => {
        this.#pause.edited(document);
        this.#checks.checkIfVisible(document);
      }),
      workspace.onDidGrantWorkspaceTrust(() => this.#refresh()),
      window.onDidChangeWindowState(({ focused }) => focused && this.#outdated()),
      window.onDidEndTerminalShellExecution(() => this.#refresh()),
      services.changes.event(() => this.#refresh()),
      { dispose: services.connections.subscribe(() => this.#followConnections()) },
    ];
    this.#checks.checkVisible();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** Returns the links of a document. Sends no request. */
  links(document: vscode.TextDocument): vscode.DocumentLink[] {
    return this.#reader
      .read(document)
      .references.filter((reference) => reference.kind === 'experiment' || this.#lookup.targetOf(reference.url))
      .map((reference) => new ReferenceLink(rangeOf(document, reference), reference));
  }

  /** Finds what a link opens. A key that no connection knows opens the panel of the current one, which says so. */
  async resolveLink(link: vscode.DocumentLink, token: vscode.CancellationToken): Promise<vscode.DocumentLink> {
    if (!(link instanceof ReferenceLink)) return link;
    const { reference } = link;
    const found =
      reference.kind === 'page'
        ? this.#lookup.targetOf(reference.url)
        : await this.#placeOf(reference.experimentKey, signalOf(token));
    if (found) link.target = commandUri('tracklens.openTarget', targetNode(found.target, found.connection));
    return link;
  }

  /** Returns the hover of the reference at a position; null without one, and if no service answers. */
  async hover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | null> {
    const offset = document.offsetAt(position);
    const reference = this.#reader.read(document).references.find(({ start, end }) => start <= offset && offset <= end);
    if (!reference) return null;
    const text = await loggedAttempt(this.#services.log, signalOf(token), null, (signal) =>
      hoverText(reference, this.#lookup, this.#services.connections.profiles(), signal),
    );
    return text && new vscode.Hover(text, rangeOf(document, reference));
  }

  /** Returns the code lenses of a document, after a pause in edits. In a restricted workspace there are none. */
  async lenses(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<vscode.CodeLens[]> {
    const code = this.#reader.read(document);
    if (!vscode.workspace.isTrusted || !code.calls.some(({ kind }) => kind !== 'read')) return [];
    const { state } = this.#services.connection;
    const none = { lenses: [], isRunning: false };
    const found = await loggedAttempt(this.#services.log, signalOf(token), none, async (signal) => {
      await this.#pause.wait(document, signal);
      return await codeLenses(this.#lookup, document, code, signal);
    });
    if (found.isRunning) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(this.#outdated, runningMillis);
    }
    if (found.lenses.length > 0 || state.kind !== 'idle') return found.lenses;
    const first = code.calls.find(({ kind }) => kind !== 'read')!;
    const title = `$(graph-line) ${vscode.l10n.t('Show Runs in Tracklens')}`;
    return [new vscode.CodeLens(rangeOf(document, first), { title, command: 'tracklens.connect' })];
  }

  /** Returns the names that complete the string at a position. */
  async completions(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.CompletionItem[]> {
    const code = this.#reader.read(document);
    const at = argumentAt(code.text, code.tokens, document.offsetAt(position));
    if (!at) return [];
    const names = await loggedAttempt(this.#services.log, signalOf(token), [], (signal) =>
      argumentNames(this.#lookup, code, at, signal),
    );
    // A name with a quote, a backslash or a line break would end the string.
    return names
      .filter((name) => !/["'`\\\r\n$]/.test(name))
      .map((name, index) => {
        const item = new vscode.CompletionItem(
          { label: name, description: 'Tracklens' },
          vscode.CompletionItemKind.Value,
        );
        item.range = rangeOf(document, at.literal);
        item.sortText = String(index).padStart(5, '0');
        return item;
      });
  }

  async #placeOf(experimentKey: string, signal: AbortSignal) {
    const found = await this.#lookup.experiment(experimentKey, signal);
    const target = { kind: 'experiment', experimentKey } as const;
    return { target, connection: found ? found.service.profile.id : this.#services.connections.currentId };
  }

  /** Reads again what changes with the connected services. */
  #followConnections(): void {
    const connected = JSON.stringify(
      this.#lookup
        .roots()
        .map(({ id, root }) => [id, root, this.#services.connections.of(id).state.kind === 'connected']),
    );
    if (connected === this.#connected) return;
    this.#connected = connected;
    this.#refresh();
  }

  #refresh(): void {
    this.#lookup.clear();
    this.#outdated();
    this.#checks.checkVisible();
  }
}

/** Returns a signal that is aborted with a token of the editor. */
function signalOf(token: vscode.CancellationToken): AbortSignal {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  else token.onCancellationRequested(() => abort.abort());
  return abort.signal;
}

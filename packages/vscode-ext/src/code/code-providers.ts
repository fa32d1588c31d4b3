import type { Target } from '@tracklens/core/display';
import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { countedText } from '../translate.ts';
import { argumentAt } from './code-calls.ts';
import { argumentNames } from './code-completions.ts';
import { codeDocuments, isAboutExperiments, rangeOf } from './code-documents.ts';
import { codeLenses } from './code-lenses.ts';
import { CodeReader } from './code-reader.ts';
import type { CodeReference } from './code-references.ts';
import { targetNode } from './command-node.ts';
import { EditPause } from './edit-pause.ts';
import { commandUri, experimentHover, projectHover } from './experiment-hover.ts';
import { ExperimentLookup } from './experiment-lookup.ts';
import { type TerminalReference, terminalReferences } from './terminal-links.ts';
import { VersionProblems } from './version-problems.ts';

/** Link of a reference. What it opens is found when it is clicked. */
class ReferenceLink extends vscode.DocumentLink {
  readonly reference: CodeReference;

  constructor(range: vscode.Range, reference: CodeReference) {
    super(range);
    this.reference = reference;
    this.tooltip = vscode.l10n.t('Open in Tracklens');
  }
}

/** Link in a terminal. */
export type TracklensTerminalLink = vscode.TerminalLink & TerminalReference;

/** Time until a running experiment that a code lens shows is read again, in milliseconds. */
const runningMillis = 15_000;

/** Features in code and terminals. */
export class CodeProviders {
  readonly #services: Services;
  /** Reports that the code lenses are outdated. */
  readonly #outdated: () => void;
  readonly #reader = new CodeReader();
  readonly #lookup: ExperimentLookup;
  readonly #pause = new EditPause();
  readonly #problems = new VersionProblems();
  readonly #checks = new WeakMap<vscode.TextDocument, AbortController>();
  readonly #disposables: readonly vscode.Disposable[];
  #connected = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(services: Services, outdated: () => void) {
    this.#services = services;
    this.#outdated = outdated;
    this.#lookup = new ExperimentLookup(services);
    const { window, workspace } = vscode;
    this.#disposables = [
      this.#problems,
      workspace.onDidChangeTextDocument(({ document }) => {
        this.#pause.edited(document);
        if (window.visibleTextEditors.some((editor) => editor.document === document)) void this.#check(document);
      }),
      workspace.onDidGrantWorkspaceTrust(() => this.#refresh()),
      window.onDidChangeVisibleTextEditors(() => this.#checkVisible()),
      window.onDidChangeWindowState(({ focused }) => focused && this.#outdated()),
      window.onDidEndTerminalShellExecution(() => this.#refresh()),
      services.changes.event(() => this.#refresh()),
      { dispose: services.connections.subscribe(() => this.#followConnections()) },
    ];
    this.#checkVisible();
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
    const text = await this.#attempt(signalOf(token), null, (signal) => this.#hoverText(reference, signal));
    return text && new vscode.Hover(text, rangeOf(document, reference));
  }

  /** Returns the code lenses of a document, after a pause in edits. In a restricted workspace there are none. */
  async lenses(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<vscode.CodeLens[]> {
    const code = this.#reader.read(document);
    if (!vscode.workspace.isTrusted || !code.calls.some(({ kind }) => kind !== 'read')) return [];
    const { state } = this.#services.connection;
    const none = { lenses: [], isRunning: false };
    const found = await this.#attempt(signalOf(token), none, async (signal) => {
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
    const names = await this.#attempt(signalOf(token), [], (signal) => argumentNames(this.#lookup, code, at, signal));
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

  /** Returns the links of a line in a terminal. Sends no request. */
  terminalLinks(line: string): TracklensTerminalLink[] {
    return terminalReferences(line, this.#lookup).map((reference) => ({
      ...reference,
      tooltip: terminalTooltip(reference),
    }));
  }

  /** Opens a link of a terminal. For an experiment of an unknown service, connects first or offers to sign in. */
  async openTerminalLink({ place, isExperiment, isConnected, url }: TracklensTerminalLink): Promise<void> {
    const { executeCommand } = vscode.commands;
    const found = place ?? (isExperiment ? await this.#connectedPlace(url) : null);
    if (found) await executeCommand('tracklens.openTarget', targetNode(found.target, found.connection));
    else if (!isExperiment) await executeCommand(isConnected ? 'tracklens.experiments.focus' : 'tracklens.signIn');
  }

  /** Returns the target of a page once its service is connected; null if the user does not sign in to it. */
  async #connectedPlace(url: string) {
    const services = this.#services;
    // The settings files may name the service.
    await services.connections.current.client().catch(() => {});
    if (!this.#lookup.targetOf(url)) {
      const { signIn } = await import('../connection/sign-in.ts');
      await signIn(services, new URL(url).origin);
    }
    return this.#lookup.targetOf(url);
  }

  async #hoverText(reference: CodeReference, signal: AbortSignal): Promise<vscode.MarkdownString | null> {
    if (reference.kind === 'experiment') return await this.#experimentText(reference.experimentKey, signal);
    const found = this.#lookup.targetOf(reference.url);
    if (found?.target.kind === 'experiment') return await this.#experimentText(found.target.experimentKey, signal);
    return found && (await this.#projectText(found.target, found.connection, signal));
  }

  async #experimentText(experimentKey: string, signal: AbortSignal): Promise<vscode.MarkdownString | null> {
    const found = await this.#lookup.experiment(experimentKey, signal);
    if (found === undefined) return null;
    if (found === null) {
      return new vscode.MarkdownString(vscode.l10n.t('No connected service has an experiment with this key.'));
    }
    // The name and the state are useful without the metrics too.
    const summary = await this.#lookup.summary(found, signal).catch(() => null);
    return experimentHover(found, summary, this.#services.connections.profiles());
  }

  async #projectText(target: Target, connection: string, signal: AbortSignal): Promise<vscode.MarkdownString | null> {
    if (target.kind !== 'project') return null;
    const { workspace, projectName } = target;
    const service = (await this.#lookup.connected()).find(({ profile }) => profile.id === connection);
    const project =
      service &&
      (await this.#lookup.read(service, ['project', workspace, projectName], signal, (signal) =>
        service.api.getProject(workspace, projectName, { signal }),
      ));
    if (!project) return null;
    const count = countedText(project.numberOfExperiments, '{0} experiment', '{0} experiments');
    const node = { ...targetNode(target, connection), label: `${workspace} / ${projectName}` };
    return projectHover(node, [count, project.projectDescription ?? '']);
  }

  async #placeOf(experimentKey: string, signal: AbortSignal) {
    const found = await this.#lookup.experiment(experimentKey, signal);
    const target = { kind: 'experiment', experimentKey } as const;
    return { target, connection: found ? found.service.profile.id : this.#services.connections.currentId };
  }

  #checkVisible(): void {
    for (const { document } of vscode.window.visibleTextEditors) void this.#check(document);
  }

  /** Checks the model versions of a visible document after a pause in edits; a newer check replaces it. */
  async #check(document: vscode.TextDocument): Promise<void> {
    if (!vscode.workspace.isTrusted || vscode.languages.match(codeDocuments, document) === 0) return;
    this.#checks.get(document)?.abort();
    const abort = new AbortController();
    this.#checks.set(document, abort);
    await this.#attempt(abort.signal, undefined, async (signal) => {
      await this.#pause.wait(document, signal);
      if (!isAboutExperiments(document)) return;
      await this.#problems.check(this.#lookup, document, this.#reader.read(document), signal);
    });
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
    this.#checkVisible();
  }

  /** Runs something that needs a service. A failure is logged and leaves a feature empty. */
  async #attempt<T>(signal: AbortSignal, otherwise: T, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await run(signal);
    } catch (error) {
      if (!signal.aborted) this.#services.log.warn(`Code features: ${error}`);
      return otherwise;
    }
  }
}

function terminalTooltip({ place, isExperiment, isConnected }: TerminalReference): string {
  if (place) return vscode.l10n.t('Open in Tracklens');
  if (isExperiment) return vscode.l10n.t('Connect and open in Tracklens');
  return isConnected ? vscode.l10n.t('Show in the Tracklens view') : vscode.l10n.t('Sign in with Tracklens');
}

/** Returns a signal that is aborted with a token of the editor. */
function signalOf(token: vscode.CancellationToken): AbortSignal {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  else token.onCancellationRequested(() => abort.abort());
  return abort.signal;
}

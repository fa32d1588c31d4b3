import type { Target } from '@tracklens/core/display';
import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { countedText } from '../translate.ts';
import { CodeReader } from './code-reader.ts';
import type { CodeReference } from './code-references.ts';
import type { Span } from './code-tokens.ts';
import { targetNode } from './command-node.ts';
import { commandUri, experimentHover, projectHover } from './experiment-hover.ts';
import { ExperimentLookup } from './experiment-lookup.ts';

/** Link of a reference. What it opens is found when it is clicked. */
class ReferenceLink extends vscode.DocumentLink {
  readonly reference: CodeReference;

  constructor(range: vscode.Range, reference: CodeReference) {
    super(range);
    this.reference = reference;
    this.tooltip = vscode.l10n.t('Open in Tracklens');
  }
}

/** Features in code. */
export class CodeProviders {
  readonly #parts: Services;
  readonly #reader = new CodeReader();
  readonly #lookup: ExperimentLookup;

  constructor(parts: Services) {
    this.#parts = parts;
    this.#lookup = new ExperimentLookup(parts);
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
    const signal = signalOf(token);
    const text = await this.#hoverText(reference, signal).catch((error: unknown) => {
      if (!signal.aborted) this.#parts.log.warn(`Hover: ${error}`);
      return null;
    });
    return text && new vscode.Hover(text, rangeOf(document, reference));
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
    return experimentHover(found, summary, this.#parts.connections.profiles());
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
    return { target, connection: found ? found.service.profile.id : this.#parts.connections.currentId };
  }
}

function rangeOf(document: vscode.TextDocument, { start, end }: Span): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

/** Returns a signal that is aborted with a token of the editor. */
function signalOf(token: vscode.CancellationToken): AbortSignal {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  else token.onCancellationRequested(() => abort.abort());
  return abort.signal;
}

import * as vscode from 'vscode';
import { reported } from '../reported.ts';
import type { Services } from '../services.ts';
import { targetNode } from './command-node.ts';
import type { ExperimentLookup } from './experiment-lookup.ts';
import { type TerminalReference, terminalReferences } from './terminal-links.ts';

/** Link in a terminal. */
export type TracklensTerminalLink = vscode.TerminalLink & TerminalReference;

/** Links in terminals to experiments and services. */
export class TerminalLinkProvider {
  readonly #services: Services;
  readonly #lookup: ExperimentLookup;

  constructor(services: Services, lookup: ExperimentLookup) {
    this.#services = services;
    this.#lookup = lookup;
  }

  /** Returns the links of a line. Sends no request. */
  links(line: string): TracklensTerminalLink[] {
    return terminalReferences(line, this.#lookup).map((reference) => ({ ...reference, tooltip: tooltip(reference) }));
  }

  /**
   * Opens a link, and shows a failure. For an experiment of an unknown service, connects first or offers to sign in.
   */
  async open(link: TracklensTerminalLink): Promise<void> {
    await reported(this.#services.log, () => this.#open(link));
  }

  async #open({ place, isExperiment, isConnected, url }: TracklensTerminalLink): Promise<void> {
    const { executeCommand } = vscode.commands;
    const found = place ?? (isExperiment ? await this.#connectedPlace(url) : null);
    if (found) await executeCommand('tracklens.openTarget', targetNode(found.target, found.connection));
    else if (!isExperiment) await executeCommand(isConnected ? 'tracklens.experiments.focus' : 'tracklens.signIn');
  }

  /** Returns the target of a page once its service is connected; null if the user does not sign in to it. */
  async #connectedPlace(url: string): Promise<TerminalReference['place']> {
    const services = this.#services;
    // The settings files may name the service.
    await services.connections.current.client().catch(() => {});
    if (!this.#lookup.targetOf(url)) {
      const { signIn } = await import('../connection/sign-in.ts');
      await signIn(services, new URL(url).origin);
    }
    return this.#lookup.targetOf(url);
  }
}

function tooltip({ place, isExperiment, isConnected }: TerminalReference): string {
  if (place) return vscode.l10n.t('Open in Tracklens');
  if (isExperiment) return vscode.l10n.t('Connect and open in Tracklens');
  return isConnected ? vscode.l10n.t('Show in the Tracklens view') : vscode.l10n.t('Sign in with Tracklens');
}

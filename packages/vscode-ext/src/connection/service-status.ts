import * as vscode from 'vscode';
import type { Connection, ConnectionState } from './connection.ts';

/**
 * Returns the status bar text, tooltip and click command of a state; null hides the item because nothing was
 * requested yet.
 */
function statusOf(state: ConnectionState): {
  readonly text: string;
  readonly tooltip: string;
  readonly command: string;
} | null {
  switch (state.kind) {
    case 'idle':
      return null;
    case 'connecting':
      return {
        text: '$(sync~spin) Tracklens',
        tooltip: vscode.l10n.t('Connecting to the service…'),
        command: 'tracklens.showLog',
      };
    case 'connected': {
      const name = state.source === 'demo' ? vscode.l10n.t('demo data') : new URL(state.url).host;
      return {
        text: `$(graph-line) ${name}`,
        tooltip: vscode.l10n.t('Tracklens is connected to {0}. Click to see the experiments.', state.url),
        command: 'tracklens.experiments.focus',
      };
    }
    case 'signedOut':
      return {
        text: `$(sign-in) ${vscode.l10n.t('Sign in')}`,
        tooltip: `Tracklens: ${state.message}`,
        command: 'tracklens.signIn',
      };
    case 'misconfigured':
      return {
        text: `$(warning) ${vscode.l10n.t('Settings not used')}`,
        tooltip: `Tracklens: ${state.message}`,
        command: 'tracklens.experiments.focus',
      };
    case 'refused':
      return {
        text: `$(key) ${vscode.l10n.t('API key rejected')}`,
        tooltip: `Tracklens: ${state.message}`,
        command: 'tracklens.signIn',
      };
    case 'unreachable':
    case 'limited':
    case 'failed':
      return {
        text: `$(debug-disconnect) ${textOf(state.kind)}`,
        tooltip: `Tracklens: ${state.message}`,
        command: 'tracklens.experiments.focus',
      };
  }
}

function textOf(kind: 'unreachable' | 'limited' | 'failed'): string {
  switch (kind) {
    case 'unreachable':
      return vscode.l10n.t('No response');
    case 'limited':
      return vscode.l10n.t('Too many requests');
    case 'failed':
      return vscode.l10n.t('Service error');
  }
}

/** Status bar item that shows the current service. It is on the left because it concerns the whole window. */
export class ServiceStatus implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('tracklens.service', vscode.StatusBarAlignment.Left, 0);
  readonly #unsubscribe: () => void;

  constructor(connection: Connection<unknown>) {
    this.#item.name = 'Tracklens';
    this.#unsubscribe = connection.subscribe((state) => this.#show(state));
    this.#show(connection.state);
  }

  dispose(): void {
    this.#unsubscribe();
    this.#item.dispose();
  }

  #show(state: ConnectionState): void {
    const status = statusOf(state);
    if (status === null) {
      this.#item.hide();
      return;
    }
    Object.assign(this.#item, status, {
      accessibilityInformation: { label: `Tracklens: ${status.tooltip}`, role: 'button' },
    });
    this.#item.show();
  }
}

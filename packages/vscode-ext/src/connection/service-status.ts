import * as vscode from 'vscode';
import { withoutIcons } from '../without-icons.ts';
import type { ConnectionState } from './connection.ts';
import type { Connections } from './connections.ts';

/**
 * Returns the status bar text, tooltip and click command of a state; null hides the item because nothing was
 * requested yet.
 */
function statusOf(
  state: ConnectionState,
  { name, isOnly }: { readonly name: string | undefined; readonly isOnly: boolean },
): {
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
      const { source, url } = state;
      const shown = source === 'environment or file' ? new URL(url).host : (name ?? new URL(url).host);
      const command = isOnly ? 'tracklens.experiments.focus' : 'tracklens.switchConnection';
      return {
        text: `$(graph-line) Tracklens: ${withoutIcons(shown)}`,
        tooltip: vscode.l10n.t('Connected to {0}', state.url),
        command: source === 'local' ? 'tracklens.showServiceMenu' : command,
      };
    }
    case 'signed-out':
      return {
        text: `$(sign-in) Tracklens: ${vscode.l10n.t('Sign in')}`,
        tooltip: `Tracklens: ${state.message}`,
        command: 'tracklens.signIn',
      };
    case 'misconfigured':
      return {
        text: `$(warning) Tracklens: ${vscode.l10n.t('Settings not used')}`,
        tooltip: `Tracklens: ${state.message}`,
        command: 'tracklens.experiments.focus',
      };
    case 'unauthorized':
      return {
        text: `$(key) Tracklens: ${vscode.l10n.t('API key rejected')}`,
        tooltip: `Tracklens: ${state.message}`,
        command: 'tracklens.signIn',
      };
    case 'unreachable':
    case 'rate-limited':
    case 'failed':
      return {
        text: `$(debug-disconnect) Tracklens: ${textOf(state.kind)}`,
        tooltip: `Tracklens: ${state.message}`,
        command: 'tracklens.experiments.focus',
      };
  }
}

function textOf(kind: 'unreachable' | 'rate-limited' | 'failed'): string {
  switch (kind) {
    case 'unreachable':
      return vscode.l10n.t('No response');
    case 'rate-limited':
      return vscode.l10n.t('Too many requests');
    case 'failed':
      return vscode.l10n.t('Service error');
  }
}

/** Status bar item that shows the current service. It is on the left because it concerns the whole window. */
export class ServiceStatus implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('tracklens.service', vscode.StatusBarAlignment.Left, 0);
  readonly #unsubscribe: () => void;

  constructor(connections: Connections) {
    this.#item.name = 'Tracklens';
    this.#unsubscribe = connections.subscribe(() => this.#show(connections));
  }

  dispose(): void {
    this.#unsubscribe();
    this.#item.dispose();
  }

  #show(connections: Connections): void {
    const profiles = connections.profiles();
    const name = profiles.find(({ id }) => id === connections.currentId)?.name;
    const status = statusOf(connections.current.state, { name, isOnly: profiles.length === 1 });
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

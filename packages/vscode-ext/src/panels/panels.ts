import { type OpenOptions, readViewState, type Target, targetIdentity, type ViewState } from '@tracklens/core/display';
import * as vscode from 'vscode';
import type { OpenPanels, Services } from '../services.ts';
import { readPersistedPanel } from './panel-messages.ts';
import { panelTitle } from './panel-title.ts';
import { ViewPanel, viewType } from './view-panel.ts';

/** Panels of a window, one per target identity. */
export class Panels implements OpenPanels, vscode.Disposable {
  readonly #parts: Services;
  readonly #panels = new Map<string, ViewPanel>();
  readonly #unsubscribe: () => void;

  constructor(parts: Services) {
    this.#parts = parts;
    this.#unsubscribe = parts.connection.subscribe((state) => {
      if (state.kind === 'connected') for (const panel of this.#panels.values()) panel.reload();
    });
  }

  /** Target of the active panel, including its tab or named view; null when another editor is active. */
  get activeTarget(): Target | null {
    return [...this.#panels.values()].find((panel) => panel.active)?.shown ?? null;
  }

  /**
   * Shows a target, with `state` if given. Reuses the panel of the target or opens a new one, next to the active
   * editor group if `newPanel` is set.
   */
  open(target: Target, { newPanel, activate }: OpenOptions, state?: ViewState): void {
    const open = this.#panels.get(targetIdentity(target));
    if (open) {
      open.show(target, { activate, ...(newPanel ? { column: vscode.ViewColumn.Beside } : {}) }, state);
      return;
    }
    const column = newPanel ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    const panel = vscode.window.createWebviewPanel(viewType, panelTitle(target), {
      viewColumn: column,
      preserveFocus: !activate,
    });
    this.#add(new ViewPanel(panel, target, state ?? readViewState(undefined), this.#parts));
  }

  /** Restores a panel after a window reload; disposes it when its saved state is invalid. */
  restore(panel: vscode.WebviewPanel, stored: unknown): void {
    const read = readPersistedPanel(stored);
    if (read) this.#add(new ViewPanel(panel, read.target, readViewState(read.state), this.#parts));
    else panel.dispose();
  }

  dispose(): void {
    this.#unsubscribe();
  }

  #add(panel: ViewPanel): void {
    const identity = targetIdentity(panel.target);
    this.#panels.set(identity, panel);
    panel.onDidDispose(() => {
      if (this.#panels.get(identity) === panel) this.#panels.delete(identity);
    });
  }
}

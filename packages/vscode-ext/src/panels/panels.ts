import { type OpenOptions, readViewState, type Target, targetIdentity, type ViewState } from '@tracklens/core/display';
import * as vscode from 'vscode';
import type { OpenPanels, Services } from '../services.ts';
import { readPersistedPanel } from './panel-messages.ts';
import { panelTitle } from './panel-title.ts';
import { ViewPanel, viewType } from './view-panel.ts';

/**
 * Panels of a window, one for each target of a connection. A target has a second one if the editor restores its panel
 * after another one was opened. A panel reads from its own connection, also after another one has become the current
 * one or the window was reloaded.
 */
export class Panels implements OpenPanels {
  readonly #services: Services;
  readonly #panels = new Set<ViewPanel>();
  /** Panel that the next preview replaces. */
  #previewed: ViewPanel | null = null;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Target of the active panel, including its tab or named view; null when another editor is active. */
  get activeTarget(): Target | null {
    return this.#active?.shown ?? null;
  }

  /** Arrangement of the active panel; null when another editor is active. */
  get activeState(): ViewState | null {
    return this.#active?.state ?? null;
  }

  /** Id of the connection of the active panel; null when another editor is active. */
  get activeConnection(): string | null {
    return this.#active?.connectionId ?? null;
  }

  /** Shows a target of the current connection. */
  open(target: Target, options: OpenOptions, state?: ViewState): void {
    this.#open(this.#services.connections.currentId, target, options, state);
  }

  /** Shows a target of the current connection until the next preview, with a name that is known before it is read. */
  preview(target: Target, name?: string): void {
    this.#preview(this.#services.connections.currentId, target, name);
  }

  /** Shows a target of the current connection in the open panel of another one. */
  replace(replaced: Target | null, target: Target, options: OpenOptions): void {
    this.of(this.#services.connections.currentId).replace(replaced, target, options);
  }

  /** Returns the panels, with `open` and `replace` for the targets of a connection. */
  of(connectionId: string): OpenPanels {
    const panels = this;
    return {
      get activeTarget() {
        return panels.activeTarget;
      },
      get activeState() {
        return panels.activeState;
      },
      open: (target, options, state) => panels.#open(connectionId, target, options, state),
      preview: (target, name) => panels.#preview(connectionId, target, name),
      replace: (replaced, target, options) =>
        panels.#replace(connectionId, panels.#panelOf(connectionId, replaced), target, options),
      restore: (panel, stored) => panels.restore(panel, stored),
    };
  }

  /** Restores a panel after a window reload; disposes it when its saved state is invalid. */
  restore(panel: vscode.WebviewPanel, stored: unknown): void {
    const read = readPersistedPanel(stored);
    if (read === null) {
      panel.dispose();
      return;
    }
    const services = this.#services.of(read.connection ?? this.#services.connections.currentId);
    this.#add(new ViewPanel(panel, read.target, readViewState(read.state), services));
  }

  /**
   * Shows a target, with `state` if given. Reuses the panel of the target or opens a new one, next to the active
   * editor group if `newPanel` is set.
   */
  #open(connectionId: string, target: Target, { newPanel, activate }: OpenOptions, state?: ViewState): void {
    const open = this.#panelOf(connectionId, target);
    if (open) {
      if (open === this.#previewed) this.#previewed = null;
      open.show(target, { activate, ...(newPanel ? { column: vscode.ViewColumn.Beside } : {}) }, state);
      return;
    }
    const column = newPanel ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    const place = { viewColumn: column, preserveFocus: !activate };
    const panel = vscode.window.createWebviewPanel(viewType, panelTitle(target), place, { enableFindWidget: true });
    this.#add(new ViewPanel(panel, target, state ?? readViewState(undefined), this.#services.of(connectionId)));
  }

  #preview(connectionId: string, target: Target, name?: string): void {
    if (this.#panelOf(connectionId, target)) {
      this.#open(connectionId, target, { newPanel: false, activate: true });
      return;
    }
    const before = this.#previewed?.connectionId === connectionId ? this.#previewed : null;
    this.#replace(connectionId, before, target, { newPanel: false, activate: false });
    this.#previewed = this.#panelOf(connectionId, target);
    if (name !== undefined) this.#previewed?.showName(name);
  }

  /** Shows a target in a panel that shows another one. Without that panel, the same as `#open`. */
  #replace(connectionId: string, panel: ViewPanel | null, target: Target, options: OpenOptions): void {
    if (!panel || this.#panelOf(connectionId, target)) {
      this.#open(connectionId, target, options);
      return;
    }
    panel.replace(target);
    panel.show(target, options);
    this.#showKind();
  }

  get #active(): ViewPanel | undefined {
    return [...this.#panels].find((panel) => panel.active);
  }

  /** Returns the panel of a target; of two the active one. Null if there is none. */
  #panelOf(connectionId: string, target: Target | null): ViewPanel | null {
    if (target === null) return null;
    const identity = targetIdentity(target);
    const found = [...this.#panels].filter(
      (panel) => panel.connectionId === connectionId && targetIdentity(panel.target) === identity,
    );
    return found.find((panel) => panel.active) ?? found[0] ?? null;
  }

  #add(panel: ViewPanel): void {
    this.#panels.add(panel);
    panel.onDidChangeViewState(() => this.#showKind());
    panel.onDidDispose(() => {
      if (this.#previewed === panel) this.#previewed = null;
      this.#panels.delete(panel);
    });
    this.#showKind();
  }

  /** Sets the kind of the active panel, on which the buttons of its title depend. */
  #showKind(): void {
    const kind = this.#active?.target.kind;
    if (kind !== undefined) void vscode.commands.executeCommand('setContext', 'tracklens.panelKind', kind);
  }
}

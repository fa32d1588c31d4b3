import type { ThemeKind } from '../charts/chart-theme.ts';
import type { Target } from './target.ts';
import type { ViewState } from './view-state.ts';

/** Options for opening a target. */
export interface OpenOptions {
  /** Opens a new panel instead of replacing the current one. */
  readonly newPanel: boolean;
  /** Whether the opened panel gets the focus. */
  readonly activate: boolean;
  /** Initial state of the view. Default: as the user left it. */
  readonly state?: ViewState | undefined;
  /** Shows the target in the one panel of all previews, in hosts with panels. Default: in a panel that stays. */
  readonly preview?: boolean | undefined;
  /** Id of the connection that the target belongs to, in hosts with several. Default: the active one. */
  readonly connection?: string | undefined;
}

/** Error that a host shows to the user. */
export interface ReportedError {
  /** Description of the event, as a full sentence. */
  readonly message: string;
  /** Remedy, as a full sentence. */
  readonly remedy?: string;
}

/** Per-user storage for small texts that persists across sessions, by name. */
export interface HostStorage {
  /** Returns a stored text, or null. */
  read(name: string): Promise<string | null>;
  /** Stores a text; null deletes it. */
  write(name: string, text: string | null): Promise<void>;
}

/** Commands with which a view changes experiments. The host asks what a command needs, and confirms it. */
export interface HostManagement {
  /**
   * Runs a command on experiments; resolves to whether it changed something. Reports its errors itself. With `text`, a
   * command that edits a text saves this one without asking.
   */
  run(commandId: string, experimentKeys: readonly string[], text?: string): Promise<boolean>;
  /** Calls the listener after each change, with the changed experiments; returns a function that removes it. */
  subscribe(listener: (experimentKeys: readonly string[]) => void): () => void;
}

/** Color theme of a host. */
export interface HostTheme {
  /** Current theme. */
  readonly kind: ThemeKind;
  /** Calls the listener when the theme changes; returns a function that removes it. */
  subscribe(listener: (kind: ThemeKind) => void): () => void;
}

/** Abstraction over a notebook cell, a JupyterLab panel, a VS Code panel and a browser page. */
export interface Host {
  /** Opens a target, for example in a panel. */
  open(target: Target, options: OpenOptions): void;
  /** Opens a URL outside of the view, in a browser. */
  openExternal(url: string): void;
  /** Shows an error where the user is looking; `remedy` describes how to fix it. */
  report(error: ReportedError): void;
  /**
   * Saves bytes to a file that the user selects, in hosts whose page cannot download files itself. Default: a browser
   * download. Rejects when saving fails; resolves when the user cancels.
   */
  save?(fileName: string, bytes: Uint8Array): Promise<void>;
  /** Whether this view has read-only access to the service, such as a notebook output. Edits are made in a panel. */
  readonly readOnly?: boolean;
  /** Returns a shareable URL of the view, in hosts whose views have URLs. */
  address?(): string;
  /**
   * Per-user storage for small texts that persists across sessions, by name, for data that the service cannot store.
   * Default: the browser's own storage.
   */
  readonly storage?: HostStorage;
  /** Id of the connection that the view reads from, in hosts with several. Stored arrangements belong to it. */
  readonly connection?: string | undefined;
  /**
   * Changes experiments, in hosts whose session may. Absent in notebook outputs and in the page of the service, which
   * only read.
   */
  readonly management?: HostManagement | undefined;
  /** Locale of numbers and dates as a BCP 47 tag. Default: the browser's locale. */
  readonly locale?: string | undefined;
  /** Color theme of the host. */
  readonly theme: HostTheme;
}

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
}

/** Error that a host shows to the user. */
export interface ReportedError {
  /** What happened, as a full sentence. */
  readonly message: string;
  /** What to do, as a full sentence. */
  readonly remedy?: string;
}

/** Per-user storage for small texts that persists across sessions, by name. */
export interface HostStorage {
  /** Returns a stored text, or null. */
  read(name: string): Promise<string | null>;
  /** Stores a text; null deletes it. */
  write(name: string, text: string | null): Promise<void>;
}

/** Colour theme of a host. */
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
  /** Returns the reason why this browser cannot open a page, as a full sentence; null when no problem is known. */
  pageProblem?(url: string): string | null;
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
  /** Locale of numbers and dates as a BCP 47 tag. Default: the browser's locale. */
  readonly locale?: string | undefined;
  /** Colour theme of the host. */
  readonly theme: HostTheme;
}

import type { Target } from './target.ts';
import type { ViewState } from './view-state.ts';

/** How a target is opened. */
export interface OpenOptions {
  /** Beside what is open rather than in its place. */
  readonly newPanel: boolean;
  /** Whether the opened panel takes the focus. */
  readonly activate: boolean;
  /** How it is arranged there; as a person left it without one. */
  readonly state?: ViewState | undefined;
}

/** Colours the views are drawn for. */
export type ThemeKind = 'light' | 'dark' | 'high-contrast-light' | 'high-contrast-dark';

/** The little that differs between a notebook cell, a JupyterLab panel, a VS Code panel and a browser page. */
export interface Host {
  open(target: Target, options: OpenOptions): void;
  openExternal(url: string): void;
  /** Returns why this browser cannot open a page, as a whole sentence; null when nothing is known against it. */
  pageProblem?(url: string): string | null;
  /** Says an error at the place where the person looks; `remedy` is the way out. */
  report(error: { readonly message: string; readonly remedy?: string }): void;
  /**
   * Saves bytes as a file of the person's choice, where a page cannot download by itself. Without it a view downloads as a browser
   * does. Rejects when saving failed; a person who changed their mind is no failure.
   */
  save?(fileName: string, bytes: Uint8Array): Promise<void>;
  /** Whether what is shown here may only read the service, as the output of a notebook: what is to be changed is opened in a panel. */
  readonly readOnly?: boolean;
  /** The address of what is shown, in a host where views stand at addresses; a link to it can be passed on. */
  address?(): string;
  /**
   * Small texts kept for this person across sessions, by name, where a service cannot keep them. Without it a view uses the
   * browser's own storage.
   */
  readonly keep?: {
    read(name: string): Promise<string | null>;
    /** Null forgets the text. */
    write(name: string, text: string | null): Promise<void>;
  };
  /** The language that numbers and dates are written in, as a BCP 47 tag; the browser's own without it. */
  readonly locale?: string | undefined;
  readonly theme: { readonly kind: ThemeKind; subscribe(listener: (kind: ThemeKind) => void): () => void };
}

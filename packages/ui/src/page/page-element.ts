/** Paths and connection of a page. */
export interface PageServing {
  /** Path of the start page, without a trailing slash; empty for a service, which serves its page at its own root. */
  readonly root: string;
  /** Path of the endpoints. */
  readonly api: string;
  /** Whether a Jupyter server serves the page with its own login, and forwards reads only. */
  readonly isBehindJupyter: boolean;
}

/** Element that the page is drawn into, with its settings as attributes; null in a test without a document. */
export const pageElement: HTMLElement | null = globalThis.document?.getElementById('page') ?? null;

const { root = '', api = '' } = pageElement?.dataset ?? {};

/** Paths and connection of this page. */
export const pageServing: PageServing = { root, api, isBehindJupyter: root !== '' };

import { RestApiException } from '../client/errors.ts';
import type { Target } from './target.ts';
import type { Snapshot, ViewPayload } from './view-payload.ts';
import { initialViewState, type ViewState } from './view-state.ts';

/** How a display is shown (section 4.7). */
export interface DisplayOptions {
  /** In a notebook: clears the cell's output first. Default: false. */
  readonly clear?: boolean;
  /** In a notebook: clears only when the next output is there. Default: true. */
  readonly wait?: boolean;
  /** In a browser: 0 the same window, 1 a new window, 2 a new tab. Default: 0. */
  readonly new?: 0 | 1 | 2;
  /** In a browser: brings the window to the front. Default: true. */
  readonly autoraise?: boolean;
}

/** What a display is asked to show. */
export interface Displayed {
  readonly target: Target;
  /** Page of the target on its service; empty when the address of the service is not known. */
  readonly url: string;
  /** How it is arranged, where that is known from elsewhere: a named view of a project. Asked for before the dated copy. */
  state?(): Promise<ViewState | null>;
  /** Takes the dated copy of what the state shows; a host that only opens a page never asks for it. */
  snapshot(state: ViewState): Promise<Snapshot>;
}

/**
 * The page of what is displayed, for a host that opens it.
 * @throws RestApiException `invalid` when the address of the service is not known
 */
export function pageOf({ url }: Displayed): string {
  if (url !== '') return url;
  const reason = 'the address of the service is not known, so there is no page to open';
  throw RestApiException.from({ code: 'invalid', operation: 'display', reason });
}

/** Where `display` shows things: a notebook's cell, or the browser of a plain process. */
export interface DisplayHost {
  show(displayed: Displayed, options: Required<DisplayOptions>): Promise<void>;
}

/** A notebook output: one form for each MIME type, richest first. */
export type MimeBundle = Readonly<Record<string, unknown>>;

/** The payload of a view's output. */
export async function viewPayload({ target, url, state, snapshot }: Displayed): Promise<ViewPayload> {
  const tab = target.kind === 'experiment' ? target.tab : undefined;
  const arranged = { ...((await state?.()) ?? initialViewState), ...(tab === undefined ? {} : { tab }) };
  return { target, state: arranged, snapshot: await snapshot(arranged), ...(url === '' ? {} : { url }) };
}

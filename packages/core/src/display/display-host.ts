import { RestApiException } from '../client/errors.ts';
import type { Snapshot, ViewPayload } from '../snapshots/view-payload.ts';
import type { Target } from '../targets/target.ts';
import type { ViewState } from '../targets/view-state.ts';

/** Options of `display`. */
export interface DisplayOptions {
  /** In a notebook: clears the cell's output first. Default: false. */
  readonly clear?: boolean | undefined;
  /** In a notebook: delays the clearing until the next output is available. Default: true. */
  readonly wait?: boolean | undefined;
  /** In a browser: 0 opens the same window, 1 a new window, 2 a new tab. Default: 0. */
  readonly new?: 0 | 1 | 2 | undefined;
  /** In a browser: brings the window to the front. Default: true. */
  readonly autoraise?: boolean | undefined;
}

/** Content of one `display` call. */
export interface Displayed {
  readonly target: Target;
  /** URL of the target's page on its service; empty when the service address is unknown. */
  readonly url: string;
  /** Loads the arrangement when it is stored elsewhere: a named view of a project. Called before `snapshot`. */
  state?(): Promise<ViewState | null>;
  /** Takes the snapshot of what the state shows. A host that only opens a page never calls it. */
  snapshot(state: ViewState): Promise<Snapshot>;
}

/**
 * Returns the page URL of the displayed target, for a host that opens it.
 * @throws RestApiException `invalid` when the address of the service is not known
 */
export function pageOf({ url }: Displayed): string {
  if (url !== '') return url;
  const reason = 'the address of the service is not known, so there is no page to open';
  throw RestApiException.of({ code: 'invalid', operation: 'display', reason });
}

/** Output of `display`: a notebook cell, or the browser of a plain process. */
export interface DisplayHost {
  /** Shows the content. */
  show(
    displayed: Displayed,
    options: { readonly [Name in keyof DisplayOptions]-?: NonNullable<DisplayOptions[Name]> },
  ): Promise<void>;
}

/** Notebook output by MIME type, richest first. */
export type MimeBundle = Readonly<Record<string, unknown>>;

/** Builds the payload of a view's output. */
export async function viewPayload({ target, url, state, snapshot }: Displayed): Promise<ViewPayload> {
  const { initialViewState } = await import('../targets/view-state.ts');
  const tab = target.kind === 'experiment' ? target.tab : undefined;
  const arranged = { ...((await state?.()) ?? initialViewState), ...(tab === undefined ? {} : { tab }) };
  return { target, state: arranged, snapshot: await snapshot(arranged), ...(url === '' ? {} : { url }) };
}

import type { ReadonlyPartialJSONObject } from '@lumino/coreutils';
import { readViewPayload, type Target, type ViewState } from '@tracklens/core/display';

/** Validated arguments of the `tracklens:open` command. */
export interface OpenArguments {
  readonly target: Target;
  readonly newPanel: boolean;
  readonly activate: boolean;
  /** Whether the panel is reused by the next preview. */
  readonly preview: boolean;
  readonly state: ViewState | undefined;
  /** Id of the connection that the target belongs to. Default: the active one. */
  readonly connection: string | undefined;
  /** Id of a restored panel. */
  readonly id: string | undefined;
}

/** Returns the arguments of the `tracklens:open` command; null without a valid target. */
export function validArguments(args: ReadonlyPartialJSONObject): OpenArguments | null {
  const read = readViewPayload({ target: args.target, ...(args.state ? { state: args.state } : {}) });
  if (!read.ok) return null;
  return {
    target: read.payload.target,
    newPanel: args.newPanel === true,
    activate: args.activate !== false,
    preview: args.preview === true,
    state: read.payload.state,
    connection: typeof args.connection === 'string' && /^\w{1,40}$/.test(args.connection) ? args.connection : undefined,
    id: typeof args.id === 'string' ? args.id : undefined,
  };
}

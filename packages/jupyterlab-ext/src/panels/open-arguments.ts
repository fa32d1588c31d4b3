import type { ReadonlyPartialJSONObject } from '@lumino/coreutils';
import { readViewPayload, type Target, type ViewState } from '@tracklens/core/display';

/** Validated arguments of the `tracklens:open` command. */
export interface OpenArguments {
  readonly target: Target;
  readonly newPanel: boolean;
  readonly activate: boolean;
  readonly state: ViewState | undefined;
  /** Id of a restored panel. */
  readonly id: string | undefined;
}

/**
 * Validates command arguments, which may come from a saved layout or another extension; null without a valid target.
 */
export function readOpenArguments(args: ReadonlyPartialJSONObject): OpenArguments | null {
  const read = readViewPayload({ target: args.target, ...(args.state ? { state: args.state } : {}) });
  if (!read.ok) return null;
  return {
    target: read.payload.target,
    newPanel: args.newPanel === true,
    activate: args.activate !== false,
    state: read.payload.state,
    id: typeof args.id === 'string' ? args.id : undefined,
  };
}

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
    preview: args.preview === true,
    state: read.payload.state,
    connection: typeof args.connection === 'string' && /^\w{1,40}$/.test(args.connection) ? args.connection : undefined,
    id: typeof args.id === 'string' ? args.id : undefined,
  };
}

/** Schema of the arguments of commands that open a target. */
export const openArgumentsSchema = {
  type: 'object',
  required: ['target'],
  properties: {
    target: {
      type: 'object',
      description: 'What to show: { kind: "experiment", experimentKey, tab? }, a project, a model or a query.',
    },
    newPanel: { type: 'boolean', description: 'Open a second panel even when one already shows this.' },
    activate: { type: 'boolean', description: 'Bring the panel to the front (default: true).' },
    preview: { type: 'boolean', description: 'Reuse one panel for all previews, and leave the focus where it is.' },
    connection: { type: 'string', description: 'Id of the connection of the target (default: the active one).' },
  },
} as const;

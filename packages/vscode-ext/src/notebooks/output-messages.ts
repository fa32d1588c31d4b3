import { Target, ViewState } from '@tracklens/core/display';
import * as v from 'valibot';
import { checkedMessage, text } from '../checked-message.ts';

/**
 * Everything that crosses between the extension host and the notebook renderer. Outputs are untrusted: the host answers
 * reads, opens panels and saves files where a person says, nothing else; each side checks what it receives and drops what it does not know.
 */

/** What the renderer says to the host. */
export const FromOutput = v.variant('type', [
  /** The renderer draws outputs and asks whether it may read. */
  v.object({ type: v.literal('hello') }),
  v.object({ type: v.literal('bridge'), message: v.unknown() }),
  v.object({
    type: v.literal('open'),
    target: Target,
    newPanel: v.boolean(),
    activate: v.boolean(),
    /** How it is arranged in the panel. */
    state: v.optional(ViewState),
  }),
  v.object({ type: v.literal('openExternal'), url: text(2000) }),
  /** Opens the place where a person decides whether outputs may read. */
  v.object({ type: v.literal('decide'), reason: v.picklist(['restricted', 'setting']) }),
  /** A step of saving a file where the person says; `HostSaves` checks its inside. */
  v.object({ type: v.literal('saving'), message: v.unknown() }),
]);
/** A checked message from the renderer. */
export type FromOutput = v.InferOutput<typeof FromOutput>;

/** What the host says to the renderer. */
export const ToOutput = v.variant('type', [
  /** Whether reads are answered: the workspace is trusted and a service is connected. Where a person decided that they are not, why. */
  v.object({
    type: v.literal('connection'),
    live: v.boolean(),
    reason: v.optional(v.picklist(['restricted', 'setting'])),
  }),
  v.object({ type: v.literal('bridge'), message: v.unknown() }),
  v.object({ type: v.literal('saving'), message: v.unknown() }),
]);
/** A checked message to the renderer. */
export type ToOutput = v.InferOutput<typeof ToOutput>;

/** A message from the renderer, or null when it is none of ours. Never throws. */
export function readFromOutput(message: unknown): FromOutput | null {
  return checkedMessage(FromOutput, message);
}

/** A message from the host, or null when it is none of ours. Never throws. */
export function readToOutput(message: unknown): ToOutput | null {
  return checkedMessage(ToOutput, message);
}

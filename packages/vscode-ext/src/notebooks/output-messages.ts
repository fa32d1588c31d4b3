import { Target, ViewState } from '@tracklens/core/display';
import * as v from 'valibot';
import { checkedMessage, text } from '../checked-message.ts';

/**
 * Messages between the extension host and the notebook renderer. Outputs are untrusted. The host only performs reads,
 * opens panels and links, saves files where the user chooses, and opens the page of the trust decision or the
 * setting. Each side validates what it receives and drops unknown messages.
 */

/** Messages from the renderer to the host. */
export const FromOutput = v.variant('type', [
  /** Sent when outputs are drawn, to ask whether they may read. */
  v.object({ type: v.literal('hello') }),
  v.object({ type: v.literal('bridge'), message: v.unknown() }),
  v.object({
    type: v.literal('open'),
    target: Target,
    newPanel: v.boolean(),
    activate: v.boolean(),
    /** View state of the opened panel. */
    state: v.optional(ViewState),
  }),
  v.object({ type: v.literal('openExternal'), url: text(2000) }),
  /** Opens the editor page where the user decides whether outputs may read. */
  v.object({ type: v.literal('decide'), reason: v.picklist(['restricted', 'setting']) }),
  /** One step of saving a file; `HostSaves` validates the payload. */
  v.object({ type: v.literal('saving'), message: v.unknown() }),
]);
/** Validated message from the renderer. */
export type FromOutput = v.InferOutput<typeof FromOutput>;

/** Messages from the host to the renderer. */
export const ToOutput = v.variant('type', [
  /**
   * `live`: reads are possible, because they are permitted and a service is connected. `reason`: why the user's
   * configuration does not permit reads.
   */
  v.object({
    type: v.literal('connection'),
    live: v.boolean(),
    reason: v.optional(v.picklist(['restricted', 'setting'])),
  }),
  v.object({ type: v.literal('bridge'), message: v.unknown() }),
  v.object({ type: v.literal('saving'), message: v.unknown() }),
]);
/** Validated message to the renderer. */
export type ToOutput = v.InferOutput<typeof ToOutput>;

/** Validates a message from the renderer; null when it is unknown. Never throws. */
export function readFromOutput(message: unknown): FromOutput | null {
  return checkedMessage(FromOutput, message);
}

/** Validates a message from the host; null when it is unknown. Never throws. */
export function readToOutput(message: unknown): ToOutput | null {
  return checkedMessage(ToOutput, message);
}

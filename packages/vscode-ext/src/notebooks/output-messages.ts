import * as v from 'valibot';
import { checkedMessage } from '../checked-message.ts';
import { BridgeMessage, OpenExternalMessage, OpenMessage, SavingMessage } from '../page-messages.ts';

/**
 * Messages between the extension host and the notebook renderer. Outputs are untrusted. The host only performs reads,
 * opens panels and links, saves files where the user chooses, and opens the page of the trust decision or the
 * setting. Each side validates what it receives and drops unknown messages.
 */

/** Messages from the renderer to the host. */
export const FromOutput = v.variant('type', [
  /** Sent when outputs are drawn, to ask whether they may read. */
  v.object({ type: v.literal('hello') }),
  BridgeMessage,
  OpenMessage,
  OpenExternalMessage,
  /** Opens the editor page where the user decides whether outputs may read. */
  v.object({ type: v.literal('decide'), reason: v.picklist(['restricted', 'setting']) }),
  SavingMessage,
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
  BridgeMessage,
  SavingMessage,
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

import * as v from 'valibot';
import { checkedMessage, text } from '../checked-message.ts';
import { BridgeMessage, OpenExternalMessage, OpenMessage, SavingMessage } from '../page-messages.ts';

/**
 * Messages between the extension host and the notebook renderer. Outputs are untrusted. The host only performs reads,
 * opens panels and links, saves files where the user chooses, and opens the page of the trust decision or the
 * setting. Each side validates what it receives and drops unknown messages.
 */

/** Origin of the service that made an output; absent for an output that names none. */
const service = v.optional(v.pipe(text(2000), v.regex(/^https?:\/\//)));

/**
 * Reason why outputs may not read: the configuration of the user does not permit it, or there is no connection to the
 * service that made them.
 */
const reason = v.picklist(['restricted', 'setting', 'otherService']);
/** Reason why outputs may not read. */
export type OfflineCause = v.InferOutput<typeof reason>;

/** Messages from the renderer to the host. */
export const FromOutput = v.variant('type', [
  /** Sent when the renderer starts. Ends the requests of the outputs before. */
  v.object({ type: v.literal('hello') }),
  /** Sent when the first output of a service is drawn, to ask whether the outputs of this service may read. */
  v.object({ type: v.literal('follow'), service }),
  v.object({ ...BridgeMessage.entries, service }),
  v.object({ ...OpenMessage.entries, service }),
  v.object({ ...OpenExternalMessage.entries, service }),
  /** Opens what lets outputs read: an editor page where the user decides, or the sign-in to their service. */
  v.object({ type: v.literal('decide'), reason, service }),
  SavingMessage,
]);
/** Validated message from the renderer. */
export type FromOutput = v.InferOutput<typeof FromOutput>;

/** Messages from the host to the renderer. */
export const ToOutput = v.variant('type', [
  /** `live`: reads are possible, because they are permitted and the service is connected. */
  v.object({ type: v.literal('connection'), live: v.boolean(), reason: v.optional(reason), service }),
  v.object({ ...BridgeMessage.entries, service }),
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

import { Target, ViewState } from '@tracklens/core/display';
import * as v from 'valibot';
import { text } from './checked-message.ts';

/** Schemas of the messages that the pages of panels and the renderer of notebook outputs share. */

/** Message of the bridge transport, in both directions; the bridge validates the payload. */
export const BridgeMessage = v.object({ type: v.literal('bridge'), message: v.unknown() });

/** One step of saving a file, in both directions; `HostSaves` validates the payload. */
export const SavingMessage = v.object({ type: v.literal('saving'), message: v.unknown() });

/** Request to open a target in a panel. */
export const OpenMessage = v.object({
  type: v.literal('open'),
  target: Target,
  newPanel: v.boolean(),
  activate: v.boolean(),
  /** View state of the opened panel. */
  state: v.optional(ViewState),
});

/** Request to open a page in the browser. */
export const OpenExternalMessage = v.object({ type: v.literal('openExternal'), url: text(2000) });

/** Request of a page to open something. */
export type OpenRequest = v.InferOutput<typeof OpenMessage> | v.InferOutput<typeof OpenExternalMessage>;

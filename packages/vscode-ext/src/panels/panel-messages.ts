import { Target, ViewState } from '@tracklens/core/display';
import * as v from 'valibot';
import { checkedMessage, count, text } from '../checked-message.ts';

/**
 * Everything that crosses between the extension host and a panel's page, in both directions. Each side checks what it
 * receives with `readToHost` or `readToPage` and drops what it does not know.
 */

/** A text that is kept is this long at most: a few dozen named views of a project. */
export const storedTextLimit = 200_000;
/** A name under which a text is kept is this long at most. */
export const storedNameLimit = 4000;

/** What the page says to the host. */
export const ToHost = v.variant('type', [
  /** The page listens now. */
  v.object({ type: v.literal('ready') }),
  /** A message of the bridge transport; the bridge checks its inside. */
  v.object({ type: v.literal('bridge'), message: v.unknown() }),
  v.object({ type: v.literal('open'), target: Target, newPanel: v.boolean(), activate: v.boolean() }),
  v.object({ type: v.literal('openExternal'), url: text(2000) }),
  v.object({ type: v.literal('report'), message: text(2000), remedy: v.optional(text(2000)) }),
  v.object({ type: v.literal('stateChanged'), state: ViewState }),
  /** A step of saving a file; `HostSaves` checks its inside. */
  v.object({ type: v.literal('saving'), message: v.unknown() }),
  /** Asks for a text that was kept, or keeps one; the answer is `kept`. */
  v.object({ type: v.literal('readKept'), id: count, name: text(storedNameLimit) }),
  v.object({
    type: v.literal('keep'),
    id: count,
    name: text(storedNameLimit),
    text: v.nullable(text(storedTextLimit)),
  }),
]);
/** A checked message from a page. */
export type ToHost = v.InferOutput<typeof ToHost>;

/** What the host says to the page. */
export const ToPage = v.variant('type', [
  /** Show this target, as it was left. Also sent when the connection has changed: the page loads anew. */
  v.object({
    type: v.literal('show'),
    target: Target,
    state: ViewState,
    pollMillis: v.number(),
    /** The sentences of the editor's language, by the English ones. */
    strings: v.record(v.string(), v.string()),
    /** The editor's language, as a BCP 47 tag: numbers and dates are written in it. */
    language: text(100),
  }),
  v.object({ type: v.literal('bridge'), message: v.unknown() }),
  v.object({ type: v.literal('saving'), message: v.unknown() }),
  /** The text that was read; `done` is false where a text could not be kept. */
  v.object({ type: v.literal('kept'), id: count, done: v.boolean(), text: v.nullable(text(storedTextLimit)) }),
]);
/** A checked message to a page. */
export type ToPage = v.InferOutput<typeof ToPage>;

/** A message from a page, or null when it is none of ours. Never throws. */
export function readToHost(message: unknown): ToHost | null {
  return checkedMessage(ToHost, message);
}

/** A message from the host, or null when it is none of ours. Never throws. */
export function readToPage(message: unknown): ToPage | null {
  return checkedMessage(ToPage, message);
}

/** What a panel's page keeps with `setState`; a serializer gets it back after a reload. */
const PersistedPanel = v.object({ target: Target, state: v.optional(v.unknown()) });

/** A kept panel, or null when it cannot be understood. Never throws. */
export function readPersistedPanel(value: unknown): { target: Target; state: unknown } | null {
  const kept = checkedMessage(PersistedPanel, value);
  return kept && { target: kept.target, state: kept.state };
}

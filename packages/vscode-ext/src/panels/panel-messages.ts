import { readViewState, Target, ViewState } from '@tracklens/core/display';
import * as v from 'valibot';
import { checkedMessage, count, shortened, text } from '../checked-message.ts';
import { BridgeMessage, OpenExternalMessage, OpenMessage, SavingMessage } from '../page-messages.ts';

/**
 * Messages between the extension host and the page of a panel, in both directions. Each side validates what it
 * receives with `readToHost` or `readToPage` and drops unknown messages.
 */

/** Maximum length of a stored text: enough for a few dozen named views of a project. */
export const storedTextLimit = 200_000;
/** Maximum length of the name of a stored text. */
export const storedNameLimit = 4000;

/** State of a view without its invalid parts, such as a selection that is too large. */
const ReadableState = v.pipe(
  v.looseObject({ version: v.literal(1) }),
  v.transform((state): ViewState => readViewState(state)),
);

/** Why the panel has no connection until the user acts; null if it has one. */
const Missing = v.nullable(v.object({ message: text(2000), remedy: text(2000), action: v.nullable(text(100)) }));

/** Messages from the page to the host. */
export const ToHost = v.variant('type', [
  /** Sent when the page starts to listen. */
  v.object({ type: v.literal('ready') }),
  BridgeMessage,
  OpenMessage,
  OpenExternalMessage,
  /** Restores a missing connection. */
  v.object({ type: v.literal('restoreConnection') }),
  v.object({ type: v.literal('report'), message: shortened(2000), remedy: v.optional(shortened(2000)) }),
  v.object({ type: v.literal('stateChanged'), state: ReadableState }),
  SavingMessage,
  /** Runs a command on experiments; the host asks and confirms, and the reply is `managed`. */
  v.object({
    type: v.literal('manage'),
    id: count,
    command: text(100),
    experimentKeys: v.array(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,64}$/))),
    /** Text that the command saves without asking. The host reports one that is too long. */
    text: v.optional(v.string()),
  }),
  /** Reads (`readStored`) or writes (`store`) a stored text; the reply is `stored`. */
  v.object({ type: v.literal('readStored'), id: count, name: text(storedNameLimit) }),
  v.object({
    type: v.literal('store'),
    id: count,
    name: text(storedNameLimit),
    text: v.nullable(text(storedTextLimit)),
  }),
]);
/** Validated message from a page. */
export type ToHost = v.InferOutput<typeof ToHost>;

/** Messages from the host to the page. */
export const ToPage = v.variant('type', [
  /** Shows a target in its last state. Also sent after a connection change, which reloads the page. */
  v.object({
    type: v.literal('show'),
    target: Target,
    /** Id of the connection that the panel reads from; saved with its state. */
    connection: text(2000),
    /** Name under which the view stores what it remembers of the connection, such as the path of a data folder. */
    storageKey: text(10_000),
    state: ViewState,
    missing: Missing,
    pollMillis: v.number(),
    /** Translations into the editor's language, keyed by the English sentence. */
    strings: v.record(v.string(), v.string()),
    /** Editor language as a BCP 47 tag, used to format numbers and dates. */
    language: text(100),
  }),
  /** Shows the saved view of a file; the page validates the payload. */
  v.object({
    type: v.literal('showRecording'),
    payload: v.unknown(),
    strings: v.record(v.string(), v.string()),
    language: text(100),
  }),
  BridgeMessage,
  SavingMessage,
  /** The connection ended or was restored; what the panel shows stays. */
  v.object({ type: v.literal('connectionChanged'), missing: Missing }),
  /** Reply to `manage`: whether something was changed. */
  v.object({ type: v.literal('managed'), id: count, changed: v.boolean() }),
  /** Experiments were changed by a command. */
  v.object({ type: v.literal('experimentsChanged'), experimentKeys: v.array(v.string()) }),
  /** Reply with the text that was read; `done` is false when a text could not be stored. */
  v.object({ type: v.literal('stored'), id: count, done: v.boolean(), text: v.nullable(text(storedTextLimit)) }),
]);
/** Validated message to a page. */
export type ToPage = v.InferOutput<typeof ToPage>;

/** Validates a message from a page; null when it is unknown. Never throws. */
export function readToHost(message: unknown): ToHost | null {
  return checkedMessage(ToHost, message);
}

/** Validates a message from the host; null when it is unknown. Never throws. */
export function readToPage(message: unknown): ToPage | null {
  return checkedMessage(ToPage, message);
}

/** State that a panel page saves with `setState`; the serializer receives it after a reload. */
const PersistedPanel = v.object({
  target: Target,
  state: v.optional(v.unknown()),
  connection: v.optional(text(2000)),
});

/** Validates the saved state of a panel; null when it is invalid. Never throws. */
export function readPersistedPanel(
  value: unknown,
): { target: Target; state: unknown; connection: string | null } | null {
  const stored = checkedMessage(PersistedPanel, value);
  return stored && { target: stored.target, state: stored.state, connection: stored.connection ?? null };
}

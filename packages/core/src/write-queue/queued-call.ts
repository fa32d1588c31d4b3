import { copyWith, type RestApiException, type RestErrorCode } from '../client/errors.ts';

/** Rejected item, by its index among the items sent. */
interface RejectedItem {
  readonly index: number;
  readonly reason: string;
}

/** Items that an error names as rejected, and the reply for the items that were stored. */
export interface PartialFailure {
  readonly rejected: readonly RejectedItem[];
  readonly reply: unknown;
}

/** A call of a `WriteQueue` and what became of its items. */
export interface QueuedCall<Item> {
  readonly items: readonly Item[];
  /** Size of all items. */
  readonly size: number;
  readonly operation: string;
  /** Number of calls before this one. */
  readonly order: number;
  /** Number of items without a result. */
  open: number;
  /** Whether the promise was rejected because the service is unavailable. */
  isRejectedAsQueued: boolean;
  /** Reply to the last request that stored items. */
  reply: unknown;
  /** Error that named items, and these. */
  rejection: { readonly error: RestApiException; readonly items: RejectedItem[] } | null;
  /** Error of a whole request or of an unavailable service, and the items that it concerns. */
  failure: { readonly error: RestApiException; readonly items: Item[] } | null;
  done(reply: unknown): void;
  fail(error: RestApiException): void;
}

/** Consecutive items of a call. */
export interface Slice<Item> {
  readonly call: QueuedCall<Item>;
  readonly from: number;
  readonly to: number;
}

/** Returns the items of slices, in order. */
export function itemsOf<Item>(slices: readonly Slice<Item>[]): Item[] {
  const items: Item[] = [];
  for (const { call, from, to } of slices) for (let index = from; index < to; index++) items.push(call.items[index]!);
  return items;
}

/** Returns whether an error means that the data is queued, and is sent when the service is available again. */
export function isQueued({ data }: RestApiException): boolean {
  return typeof data === 'object' && data !== null && (data as { queued?: unknown }).queued === true;
}

/** Codes of failures that may be caused by the address of the service or the key, whose remedy is to check it. */
const settingCodes: ReadonlySet<RestErrorCode> = new Set(['unreachable', 'malformed', 'unauthorized'] as const);
/** Remedy of other failures, which usually is to try again. */
const sentLater = 'Do not repeat the call: the queue sends the data when the service is available';

/** Rejects the promise of a call whose items stay queued. */
export function rejectAsQueued<Item>(call: QueuedCall<Item>, failure: RestApiException): void {
  if (call.isRejectedAsQueued) return;
  call.isRejectedAsQueued = true;
  const { operation } = call;
  const reason = `${failure.reason} (queued, sent later)`;
  const remedy = settingCodes.has(failure.code) ? failure.remedy : sentLater;
  call.fail(copyWith(failure, { operation, reason, remedy, data: { queued: true } }));
}

/** Records the items of a request that an error names as rejected, each with its call. */
export function recordRejections<Item>(
  slices: readonly Slice<Item>[],
  rejected: readonly RejectedItem[],
  error: RestApiException,
): void {
  const inOrder = [...rejected].sort((a, b) => a.index - b.index);
  let next = 0;
  let start = 0;
  for (const { call, from, to } of slices) {
    const end = start + to - from;
    for (; next < inOrder.length && inOrder[next]!.index < end; next++) {
      const { index, reason } = inOrder[next]!;
      call.rejection ??= { error, items: [] };
      call.rejection.items.push({ index: index - start + from, reason });
    }
    start = end;
  }
}

/** Returns the items of a finished call that were lost. */
function lostItems<Item>({ items, rejection, failure }: QueuedCall<Item>): Item[] {
  return [...(rejection?.items ?? []).map(({ index }) => items[index]!), ...(failure?.items ?? [])];
}

/** Returns the error of a finished call; null if all its items were stored. */
function errorOf<Item>(call: QueuedCall<Item>, lost: number): RestApiException | null {
  const { operation, items, rejection, failure } = call;
  const others = lost < items.length ? ` (the other ${items.length - lost} were stored)` : '';
  if (failure !== null) {
    const { error } = failure;
    return others === '' && error.operation === operation
      ? error
      : copyWith(error, { operation, reason: `${error.reason}${others}` });
  }
  if (rejection === null) return null;
  const [first] = rejection.items;
  const more = lost > 1 ? ` and ${lost - 1} more` : '';
  const reason = `${first!.reason}${more}${others}`;
  return copyWith(rejection.error, { operation, reason, data: { refused: rejection.items } });
}

/**
 * Settles the promise of a call whose items all have a result.
 *
 * @param onLost called in place of a rejection if the promise was already rejected because the items were queued
 */
export function finish<Item>(
  call: QueuedCall<Item>,
  onLost: (error: RestApiException, items: readonly Item[]) => void,
): void {
  const lost = lostItems(call);
  const error = errorOf(call, lost.length);
  if (error === null) call.done(call.reply);
  else if (call.isRejectedAsQueued) onLost(error, lost);
  else call.fail(error);
}

import type { PlainRequest } from './plain.ts';
import type { Result } from './side.ts';

const json = (value: unknown) => JSON.stringify(value) ?? 'absent';

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the differences of two values, one line per path: `body.step: 1 → 2`, the SDK's value first. */
function differingFields(sdk: unknown, ours: unknown, at: string): string[] {
  if (isPlainObject(sdk) && isPlainObject(ours)) {
    const names = [...new Set([...Object.keys(sdk), ...Object.keys(ours)])];
    return names.flatMap((name) => differingFields(sdk[name], ours[name], `${at}.${name}`));
  }
  if (Array.isArray(sdk) && Array.isArray(ours)) {
    const longer = sdk.length > ours.length ? sdk : ours;
    return [...new Set(longer.flatMap((_, index) => differingFields(sdk[index], ours[index], `${at}[]`)))];
  }
  return json(sdk) === json(ours) ? [] : [`${at}: ${json(sdk)} → ${json(ours)}`];
}

/**
 * Returns the differences between a result and what was written before. Of a mapping the named fields are compared (of
 * an empty one, that it is empty), of a list every member, or with `$some` that it contains these.
 */
export function readDifferences(answer: unknown, written: unknown, at = 'answer'): string[] {
  if (isPlainObject(written) && Array.isArray(written.$some)) {
    const members = Array.isArray(answer) ? answer : [];
    const absent = written.$some.filter((one) => !members.some((member) => readDifferences(member, one).length === 0));
    return absent.map((one) => `${at}: ${json(one)} is not there`);
  }
  if (isPlainObject(written) && isPlainObject(answer)) {
    const names = Object.keys(written);
    if (names.length > 0) return names.flatMap((name) => readDifferences(answer[name], written[name], `${at}.${name}`));
  }
  if (Array.isArray(written) && Array.isArray(answer) && written.length === answer.length) {
    return written.flatMap((one, index) => readDifferences(answer[index], one, `${at}[${index}]`));
  }
  return canonical(answer) === canonical(written) ? [] : [`${at}: ${json(answer)}, not ${json(written)}`];
}

const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, inner: unknown) =>
    isPlainObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );

function byLine(requests: readonly PlainRequest[]): Map<string, PlainRequest[]> {
  const groups = new Map<string, PlainRequest[]>();
  for (const request of requests) groups.set(request.line, [...(groups.get(request.line) ?? []), request]);
  return groups;
}

const described = ({ line, body }: PlainRequest) => (body === null ? line : `${line} ${json(body)}`);

/**
 * Returns the differences between the requests of one operation. Requests to one address are paired, equal ones first;
 * their order is ignored, because the client sends several at once.
 */
function differingRequests(sdk: readonly PlainRequest[], ours: readonly PlainRequest[]): string[] {
  const [theirs, own] = [byLine(sdk), byLine(ours)];
  const lines = [...new Set([...theirs.keys(), ...own.keys()])];
  return lines.flatMap((line) => {
    const [left, right] = [[...(theirs.get(line) ?? [])], [...(own.get(line) ?? [])]];
    for (const request of [...left]) {
      const equal = right.findIndex((other) => canonical(other) === canonical(request));
      if (equal < 0) continue;
      left.splice(left.indexOf(request), 1);
      right.splice(equal, 1);
    }
    const paired = Math.min(left.length, right.length);
    const found = left.slice(0, paired).flatMap((request, index) => {
      const { line: _, ...sent } = request;
      const { line: __, ...sentByUs } = right[index]!;
      return differingFields(sent, sentByUs, '').map((text) => text.slice(1));
    });
    found.push(...right.slice(paired).map((request) => `only ours: ${described(request)}`));
    found.push(...left.slice(paired).map((request) => `only the SDK: ${described(request)}`));
    return [...new Set(found)];
  });
}

/** Returns the differences of the two sides in an operation: in their requests, and in their results. */
export function differencesOf(sdk: Result, ours: Result): string[] {
  const handed = ({ outcome: { answer, error } }: Result) => (error === undefined ? answer : { error });
  const oneFailed = (sdk.outcome.error === undefined) !== (ours.outcome.error === undefined);
  const answers = oneFailed
    ? [`answer: ${json(handed(sdk))} → ${json(handed(ours))}`]
    : differingFields(handed(sdk), handed(ours), 'answer');
  return [...differingRequests(sdk.requests, ours.requests), ...answers];
}

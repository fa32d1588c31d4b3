import * as v from 'valibot';

/**
 * Format of a recording of experiments, a `.tracklens` file compressed with Brotli: lines of JSON, first a header, then
 * the requests that logged the experiments. A service that repeats them has the same experiments.
 */

/** Maximum sizes of a recording in bytes: of the file, and of its text. */
export const recordingLimits = { file: 20_000_000, text: 100_000_000 } as const;

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(500));

/** First line of a recording. */
export const RecordingHead = v.object({
  format: v.literal('tracklens-recording'),
  version: v.literal(1),
  workspace: name,
  projectName: v.optional(name),
  recordedAtMillis: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15))),
});
/** First line of a recording. */
export type RecordingHead = v.InferOutput<typeof RecordingHead>;

/** Further line of a recording. */
export const RecordedRequest = v.object({
  timeMillis: v.number(),
  method: v.picklist(['GET', 'POST', 'PUT']),
  /** Path and query. */
  path: v.pipe(v.string(), v.startsWith('/')),
  contentType: v.optional(v.string()),
  text: v.optional(v.string()),
  base64: v.optional(v.string()),
  /** The recorded response, where it contains ids that later requests use. */
  answer: v.optional(v.string()),
});

/** What a recording contains. */
export interface RecordingSummary extends RecordingHead {
  readonly experimentCount: number;
}

/** Yields the lines of a recording, without empty ones. */
export function* recordingLines(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    if (end > start) yield text.slice(start, end);
    start = end + 1;
  }
}

/** Returns the header of a recording; null for a text that is none. Never throws. */
export function recordingHead(text: string): RecordingHead | null {
  const [line = ''] = recordingLines(text);
  const head = v.safeParse(RecordingHead, jsonOf(line));
  return head.success ? head.output : null;
}

/** Path of the requests that create an experiment. */
const creationPath = '/clientlib/logger/add/run';

/** Returns what a recording contains; null for a text that is none. Never throws. */
export function recordingSummary(text: string): RecordingSummary | null {
  const head = recordingHead(text);
  if (head === null) return null;
  const keys = new Set<string>();
  for (const line of recordingLines(text)) {
    // Most lines are data of experiments; parsing all of them would take seconds.
    if (!line.slice(0, 200).includes(creationPath)) continue;
    const request = v.safeParse(RecordedRequest, jsonOf(line));
    if (!request.success || !request.output.path.startsWith(creationPath)) continue;
    const { experimentKey } = (jsonOf(request.output.text ?? '') ?? {}) as { experimentKey?: unknown };
    if (typeof experimentKey === 'string') keys.add(experimentKey);
  }
  return { ...head, experimentCount: keys.size };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

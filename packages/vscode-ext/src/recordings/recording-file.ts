import { readViewPayload, type Snapshot, type ViewPayload } from '@tracklens/core/display';
import { sizeText } from '@tracklens/ui/trees';
import { t } from '../sentence.ts';

/** Whether a file has a saved view: a recording of experiments is compressed and begins with another byte. */
export function isSavedView(bytes: Uint8Array): boolean {
  return bytes.length === 0 || bytes[0] === '{'.charCodeAt(0);
}

/**
 * Maximum size of a recording in bytes: a snapshot has at most 150 kB, and the state of a view less.
 *
 * @internal Exported for tests: a test has a file of this size.
 */
export const maxRecordingBytes = 1_000_000;

/** Content of a recording: a file with one saved view, in the format of notebook outputs. */
export interface Recording extends ViewPayload {
  readonly snapshot: Snapshot;
}

/** Content of a recording, or the reason why it cannot be shown. */
export type ReadRecording =
  | { readonly ok: true; readonly recording: Recording }
  | {
      readonly ok: false;
      /** Problem and remedy, as full sentences. */
      readonly problem: string;
    };

/** Validates the bytes of a recording, which are untrusted. Never throws. */
export function readRecording(bytes: Uint8Array): ReadRecording {
  if (bytes.byteLength > maxRecordingBytes) return { ok: false, problem: tooLargeView() };
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { ok: false, problem: damagedView() };
  }
  const read = readViewPayload(value);
  const snapshot = read.ok ? read.payload.snapshot : undefined;
  if (!read.ok || snapshot === undefined) {
    return { ok: false, problem: t('This file contains no saved view. Save the view as a file again.') };
  }
  return { ok: true, recording: { ...read.payload, snapshot } };
}

/** Returns the message for a file that should be a saved view. */
const damagedView = (): string => t('This file is damaged or has another format. Save the view as a file again.');

/** Returns the message for a file that is larger than any saved view. */
function tooLargeView(): string {
  return t(
    'This file is larger than {0}, the maximum size of a saved view. Save the view as a file again.',
    sizeText(maxRecordingBytes),
  );
}

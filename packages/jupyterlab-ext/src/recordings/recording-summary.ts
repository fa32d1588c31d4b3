import { checkTexts, fieldsOf, unknownResponse } from '../service/unknown-response.ts';

/** What a recording of experiments contains. */
export interface RecordingSummary {
  readonly workspace: string;
  readonly projectName: string | null;
  readonly experimentCount: number;
  readonly recordedAtMillis: number | null;
  /** Size of its text, unpacked. */
  readonly textBytes: number;
}

/** Reads the summary from the response of the Jupyter server. Throws for a response of another version. */
export function readRecordingSummary(response: unknown): RecordingSummary {
  const { workspace, projectName, experimentCount, recordedAtMillis, textBytes } = fieldsOf(response);
  checkTexts(workspace, projectName ?? '');
  const numbers = [experimentCount, recordedAtMillis ?? 0, textBytes];
  if (!numbers.every((number) => Number.isFinite(number))) throw unknownResponse();
  return response as RecordingSummary;
}

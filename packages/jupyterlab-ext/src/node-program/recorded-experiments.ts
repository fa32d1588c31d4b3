import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { recordingLimits, recordingSummary } from '@tracklens/core/contract';
import { type RecordingRequest, RequestFailure } from './request.ts';

const decompress = promisify(brotliDecompress);

/**
 * Returns what a recording of experiments contains. Its file is untrusted.
 * @throws RequestFailure `malformed` for a file that is no recording, or that no service would load
 */
export async function recordedExperiments({ content }: RecordingRequest) {
  const unpacked = await decompress(Buffer.from(content, 'base64'), { maxOutputLength: recordingLimits.text }).catch(
    ({ code }: NodeJS.ErrnoException) => {
      throw code === 'ERR_BUFFER_TOO_LARGE'
        ? failure(`A recording has unpacked at most ${recordingLimits.text / 1e6} MB`, 'record fewer experiments')
        : notRecording();
    },
  );
  const summary = recordingSummary(unpacked.toString('utf8'));
  if (summary === null) throw notRecording();
  const { workspace, projectName = null, experimentCount, recordedAtMillis = null } = summary;
  return { workspace, projectName, experimentCount, recordedAtMillis, textBytes: unpacked.byteLength };
}

const failure = (reason: string, remedy: string) => new RequestFailure({ code: 'malformed', reason, remedy });

const notRecording = () =>
  failure(
    'This file has neither a saved view nor a recording of experiments',
    'save the view again, or write the recording again with tracklens record',
  );

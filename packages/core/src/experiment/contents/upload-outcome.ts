import { isRestApiException, type RestApiException } from '../../client/errors.ts';
import { isQueued } from '../../write-queue/queued-call.ts';
import type { UploadReply } from './asset-upload.ts';

/** Reply to one of several uploads, or the error of one that is queued: its file is safe, so the others go on. */
type UploadOutcome = { readonly reply: UploadReply } | { readonly queued: RestApiException };

/** Returns the outcome of an upload. Other errors than that of a queued upload are passed on. */
export async function outcomeOf(upload: Promise<UploadReply>): Promise<UploadOutcome> {
  try {
    return { reply: await upload };
  } catch (error) {
    if (isRestApiException(error) && isQueued(error)) return { queued: error };
    throw error;
  }
}

/** Returns the replies of uploads, or throws the error of the first one that is queued. */
export function repliesOf(outcomes: readonly UploadOutcome[]): UploadReply[] {
  return outcomes.map((outcome) => {
    if ('queued' in outcome) throw outcome.queued;
    return outcome.reply;
  });
}

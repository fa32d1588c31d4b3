import type { WriteReply } from './records/index.ts';

/** Returns a reply to a write if it is the error of a service that reports errors with a success status; else null. */
export function refusalOf(reply: unknown): WriteReply | null {
  const isWriteReply = typeof reply === 'object' && reply !== null && 'sdk_error_code' in reply && 'code' in reply;
  if (!isWriteReply) return null;
  const { code, sdk_error_code: sdkErrorCode } = reply as WriteReply;
  return code < 400 && sdkErrorCode === 0 ? null : (reply as WriteReply);
}

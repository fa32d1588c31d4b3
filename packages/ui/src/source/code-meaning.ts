import { sdkErrorCode } from '@tracklens/core/contract';

/** English sentences with the meaning of the values of `sdk_error_code` that users see. */
const meanings: Readonly<Record<number, string>> = {
  [sdkErrorCode.noSuchExperiment]: /* message */ 'The service has no such experiment.',
  [sdkErrorCode.noSuchWorkspace]: /* message */ 'The service has no such workspace.',
  [sdkErrorCode.noSuchModel]: /* message */ 'The service has no such model.',
  [sdkErrorCode.noSuchModelVersion]: /* message */ 'The service has no such version.',
  [sdkErrorCode.noSuchArtifact]: /* message */ 'The service has no such artifact.',
  [sdkErrorCode.noSuchArtifactVersion]: /* message */ 'The service has no such version.',
  [sdkErrorCode.projectNameTooLong]: /* message */ 'The name is too long.',
  [sdkErrorCode.badVersion]: /* message */ 'A version consists of three numbers, as in 1.0.0.',
};

/** Returns an English sentence with the meaning of an error code; null for codes that add nothing to the status. */
export const codeMeaning = (code: unknown): string | null => meanings[Number(code)] ?? null;

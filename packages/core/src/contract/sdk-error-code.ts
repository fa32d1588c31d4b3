/** Values of `sdk_error_code` in error responses that clients act on. 0 adds nothing to the status. */
export const sdkErrorCode = {
  none: 0,
  noSuchExperiment: 90210,
  unknownKey: 90212,
  noSuchWorkspace: 90219,
  emptyProjectName: 98219,
  projectNameTooLong: 1341241,
  experimentExists: 90999,
  badVersion: 42001,
  noSuchModelVersion: 42006,
  noSuchModel: 42008,
  artifactVersionExists: 90399,
  artifactVersionNotFinal: 90402,
  noSuchArtifact: 624522,
  noSuchArtifactVersion: 624523,
} as const;

/** Codes of the wire that clients act on; 0 says nothing beyond the status. */
export const sdkErrorCode = {
  none: 0,
  noSuchExperiment: 90210,
  unknownKey: 90212,
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

/** A refusal that the caller is told: the status of the answer, and the code that clients of the wire act on. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly sdkErrorCode: number;

  constructor(status: number, message: string, code: number = sdkErrorCode.none) {
    super(message);
    this.status = status;
    this.sdkErrorCode = code;
  }
}

/** 400: the request cannot be carried out as it stands. */
export function badRequest(message: string, code?: number): ServiceError {
  return new ServiceError(400, message, code);
}

/** 404: what the request names is not there. */
export function notFound(message: string, code?: number): ServiceError {
  return new ServiceError(404, message, code);
}

/** 404 for an experiment key that nobody has logged to. */
export function noSuchExperiment(experimentKey: string): ServiceError {
  return notFound(`There is no experiment ${experimentKey}`, sdkErrorCode.noSuchExperiment);
}

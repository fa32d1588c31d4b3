import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { contract } from '@tracklens/core/contract';
import type { RunFile, RunPoint, RunValue } from './run-source.ts';

const { assets, experiments, logging, metrics, projects } = contract;

/** Request to a service. */
export interface ImportRequest {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  /** Form with a file, or value that is sent as JSON. */
  readonly body?: FileForm | object;
}

/**
 * Multipart form with one file, which is read while it is sent. The `FormData` of Node does not catch the error of a
 * file that is changed meanwhile.
 */
export class FileForm {
  readonly #boundary = randomUUID();
  readonly #content: RunFile['content'];
  readonly contentType = `multipart/form-data; boundary=${this.#boundary}`;
  /** Error of reading the file; null if there is none. */
  failure: Error | null = null;

  constructor(content: RunFile['content']) {
    this.#content = content;
  }

  /** Yields the bytes of the form. */
  async *bytes(): AsyncGenerator<Uint8Array> {
    const disposition = 'Content-Disposition: form-data; name="file"; filename="file"';
    const type = 'Content-Type: application/octet-stream';
    yield Buffer.from(`--${this.#boundary}\r\n${disposition}\r\n${type}\r\n\r\n`);
    if (typeof this.#content !== 'string') yield this.#content;
    else {
      try {
        yield* createReadStream(this.#content) as AsyncIterable<Buffer>;
      } catch (error) {
        this.failure = error as Error;
        throw error;
      }
    }
    yield Buffer.from(`\r\n--${this.#boundary}--\r\n`);
  }
}

type Body = Readonly<Record<string, unknown>>;

const write = ({ method, path }: { method: string; path: string }, body: Body): ImportRequest => ({
  method,
  path,
  body,
});

const withQuery = ({ method, path }: { method: string; path: string }, fields: Record<string, string>) => ({
  method,
  path: `${path}?${new URLSearchParams(fields)}`,
});

/** Project that runs are imported into. */
export interface TargetProject {
  readonly workspaceName: string;
  readonly projectName: string;
}

/** Returns the key of the experiment of a run: the same for each import of the same run into a project. */
export function experimentKeyOf({ workspaceName, projectName }: TargetProject, path: string, run: string): string {
  const identity = JSON.stringify([workspaceName, projectName, path, run]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}

/** Other item of an experiment whose import is complete: the path that it comes from. */
export const importedFrom = 'Imported from';

/** Returns the request that creates an experiment without a process. */
export const creation = (experimentKey: string, { workspaceName, projectName }: TargetProject) =>
  write(logging.addRun, { experimentKey, teamName: workspaceName, projectName, offline: true });

/** Returns the request that reads the other items of an experiment. */
export const othersOf = (experimentKey: string): ImportRequest => withQuery(experiments.others, { experimentKey });

export const removal = (experimentKey: string): ImportRequest => withQuery(experiments.remove, { experimentKey });

/** Returns the request that reads a project. */
export const projectOf = ({ workspaceName, projectName }: TargetProject): ImportRequest =>
  withQuery(projects.get, { workspaceName, projectName });

/** Returns the request that deletes a project. Experiments that it has after all are moved, not deleted. */
export const projectRemoval = ({ workspaceName, projectName }: TargetProject): ImportRequest =>
  write(projects.remove, { workspaceName, projectName, deleteAllExperiments: false });

/** Returns a number as JSON can contain it: one without a form in JSON as text. */
const wireNumber = (value: number) => (Number.isFinite(value) ? value : String(value));

/** Returns the request that logs points; those without a time get the given one. */
export function pointsRequest(experimentKey: string, points: readonly RunPoint[], timeMillis: number): ImportRequest {
  const values = points.map(({ name, value, context, step, epoch, timeMillis: time }) => ({
    metricName: name,
    metricValue: wireNumber(value),
    context,
    step,
    epoch,
    // As text: of batches with numbers here, a service stores equal ones once.
    timestamp: String(time ?? timeMillis),
  }));
  return write(metrics.logBatch, { experimentKey, values });
}

export function parametersRequest(
  experimentKey: string,
  values: readonly RunValue[],
  timestamp: number,
): ImportRequest {
  const parameters = values.map(({ name, value }) => ({
    parameterName: name,
    parameterValue: typeof value === 'number' ? wireNumber(value) : value,
    timestamp,
  }));
  return write(metrics.logParameterBatch, { experimentKey, values: parameters });
}

export const otherRequest = (experimentKey: string, key: string, value: unknown, timestamp: number): ImportRequest =>
  write(experiments.logOther, { experimentKey, key, value, timestamp });

export const tagsRequest = (experimentKey: string, addedTags: readonly string[]): ImportRequest =>
  write(experiments.addTags, { experimentKey, addedTags });

/** Extensions of media, by their first bytes. */
const signatures: readonly (readonly [start: string, extension: string])[] = [
  ['\x89PNG', 'png'],
  ['\xff\xd8\xff', 'jpg'],
  ['GIF8', 'gif'],
  ['RIFF', 'wav'],
];

function extensionOf({ type, content, fileName }: RunFile): string | undefined {
  if (typeof content === 'string') return extname(content).slice(1) || undefined;
  if (type === 'text-sample') return 'txt';
  const start = Buffer.from(content.subarray(0, 4)).toString('latin1');
  const found = signatures.find(([signature]) => start.startsWith(signature));
  return found?.[1] ?? (extname(fileName).slice(1) || undefined);
}

/** Returns the request that uploads a file. */
export function fileRequest(experimentKey: string, file: RunFile): ImportRequest {
  const { type, content, fileName, step } = file;
  const extension = extensionOf(file);
  const query = {
    experimentId: experimentKey,
    fileName,
    type,
    // A service removes one dot.
    ...(extension === undefined ? {} : { extension: `.${extension}` }),
    ...(step === undefined ? {} : { step: String(step) }),
  };
  return { ...withQuery(assets.uploadOnline, query), body: new FileForm(content) };
}

/** Returns the requests that end an experiment and set its times, in milliseconds since 1970. */
export function* endRequests(
  experimentKey: string,
  { start, end, hasCrashed }: { readonly start: number; readonly end: number; readonly hasCrashed: boolean },
): Generator<ImportRequest> {
  yield write(experiments.updateStatus, { experimentKey, isAlive: false, hasCrashed });
  yield write(experiments.setStartEndTime, { experimentKey, startTimeMillis: start, endTimeMillis: end });
}

import { stat } from 'node:fs/promises';
import { printableText } from '@tracklens/core/contract';
import * as v from 'valibot';
import { counted } from '../maintenance/counted.ts';
import {
  creation,
  endRequests,
  experimentKeyOf,
  FileForm,
  fileRequest,
  type ImportRequest,
  importedFrom,
  otherRequest,
  othersOf,
  parametersRequest,
  pointsRequest,
  projectOf,
  projectRemoval,
  removal,
  type TargetProject,
  tagsRequest,
} from './run-requests.ts';
import type { RunFile, RunItem, RunPoint, RunSource, RunValue } from './run-source.ts';

/** Service that gets the requests of an import. */
interface ImportService {
  readonly url: string;
  readonly apiKey: string;
  /** Sends a request. Default: over HTTP. */
  readonly fetch?: (request: Request) => Promise<Response> | Response;
}

/** Options of an import. */
export interface ImportOptions {
  readonly sources: readonly RunSource[];
  readonly project: TargetProject;
  /** Service that stores the runs. */
  readonly service: ImportService;
  /** Cancels the import. Runs that are not complete are removed. */
  readonly signal: AbortSignal;
  /** Called with a line about each run, and about what is left out. */
  print(line: string): void;
}

/** What an import did. */
export interface ImportSummary {
  readonly imported: number;
  /** Number of runs that an earlier import has stored. */
  readonly known: number;
  /** Number of sources that could not be read. */
  readonly failed: number;
}

/** Time limit for the removal of what is not complete, also after a cancellation. */
const removalMillis = 10_000;
/** Points of a request. */
const batchPoints = 4096;
/** Points of all runs of a source that wait for their request. */
const maxWaitingPoints = 16 * batchPoints;

const ErrorBody = v.object({
  msg: v.string(),
  /** Points that are not stored; the service stores the others of the request. */
  data: v.fallback(v.nullish(v.object({ refused: v.array(v.unknown()) })), null),
});
const StoredProject = v.object({ numberOfExperiments: v.number() });
const Others = v.object({ values: v.array(v.object({ name: v.string() })) });

/** Error response of a service. */
class ResponseError extends Error {
  readonly status: number;
  /** Number of the points of the request that are not stored; null if none is. */
  readonly rejectedPoints: number | null;

  constructor(status: number, message: string, rejectedPoints: number | null) {
    super(message);
    this.status = status;
    this.rejectedPoints = rejectedPoints;
  }
}

/** Whether the service rejects what a request contains, so that other requests may be stored. */
const isRejected = (error: unknown): error is ResponseError =>
  error instanceof ResponseError && [400, 413, 422].includes(error.status);

/** Error of a service that does not respond. */
class ConnectionError extends Error {
  constructor(url: string, error: Error) {
    const { message } = error.cause instanceof Error ? error.cause : error;
    super(`The service at ${url} does not respond (${message}). Start it, then run the import again.`, {
      cause: error,
    });
  }
}

/** Whether `fetch` could not connect, or lost the connection. */
const isConnectionFailure = (error: unknown): error is TypeError =>
  error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message);

/** Error of reading a file while it is sent. */
class UnreadableFileError extends Error {}

/** Throws the error of reading the file of a request, which caused any other error of the request. */
function checkFile(body: ImportRequest['body']): void {
  const failure = body instanceof FileForm ? body.failure : null;
  if (failure !== null) throw new UnreadableFileError(failure.message, { cause: failure });
}

/** Returns the content type and the content of a body. */
function contentOf(body: ImportRequest['body']): { contentType: string; content?: string | ReadableStream } {
  if (body instanceof FileForm) return { contentType: body.contentType, content: ReadableStream.from(body.bytes()) };
  const contentType = 'application/json';
  return body === undefined ? { contentType } : { contentType, content: JSON.stringify(body) };
}

/** Sends a request and returns the response, as JSON. */
async function sendTo({ service, signal }: ImportOptions, { method, path, body }: ImportRequest): Promise<unknown> {
  const { contentType, content } = contentOf(body);
  const request = new Request(`${service.url}${path}`, {
    method,
    headers: { authorization: service.apiKey, 'content-type': contentType },
    ...(content === undefined ? {} : { body: content, duplex: 'half' }),
    redirect: 'error',
    signal,
  });
  const send = async () => {
    const response = await (service.fetch ?? fetch)(request);
    return { response, text: await response.text() };
  };
  const { response, text } = await send().catch((error: unknown) => {
    checkFile(body);
    throw isConnectionFailure(error) ? new ConnectionError(service.url, error) : error;
  });
  checkFile(body);
  if (response.ok) return JSON.parse(text);
  const error = v.safeParse(v.pipe(v.string(), v.parseJson(), ErrorBody), text);
  const message = printableText(error.success ? error.output.msg : text, 300);
  throw new ResponseError(response.status, message, (error.success && error.output.data?.refused.length) || null);
}

type Send = (request: ImportRequest) => Promise<unknown>;

/** Whether a time is one that the service stores. A damaged file has times that are no dates. */
const isTime = (timeMillis: number | undefined): timeMillis is number =>
  timeMillis !== undefined && timeMillis >= 0 && !Number.isNaN(new Date(timeMillis).getTime());

/** Run that is being imported. */
class ImportedRun {
  readonly #key: string;
  readonly #send: Send;
  readonly #defaultTime: number;
  readonly #parameters: RunValue[] = [];
  readonly #others: RunValue[] = [];
  readonly #tags: string[] = [];
  readonly #leftOut = new Map<string, number>();
  #points: RunPoint[] = [];
  #counts = { points: 0, files: 0 };
  #start = Infinity;
  #end = -Infinity;
  #hasCrashed = false;
  name: string;

  constructor(key: string, name: string, defaultTime: number, send: Send) {
    this.#key = key;
    this.name = name;
    this.#defaultTime = defaultTime;
    this.#send = send;
  }

  async add(item: RunItem): Promise<void> {
    switch (item.kind) {
      case 'point':
        this.#running(item.timeMillis);
        this.#points.push(isTime(item.timeMillis) ? item : { ...item, timeMillis: undefined });
        if (this.#points.length >= batchPoints) await this.sendPoints();
        break;
      case 'file':
        await this.#sendFile(item);
        break;
      case 'parameter':
        this.#parameters.push(item);
        break;
      case 'other':
        this.#others.push(item);
        break;
      case 'tag':
        this.#tags.push(item.tag);
        break;
      case 'name':
        this.name = item.name;
        break;
      case 'time':
        this.#running(item.timeMillis);
        break;
      case 'crash':
        this.#hasCrashed = true;
        break;
      case 'leftOut':
        this.#leaveOut(item.what);
    }
  }

  async sendPoints(): Promise<void> {
    const points = this.#points;
    if (points.length === 0) return;
    this.#points = [];
    try {
      await this.#send(pointsRequest(this.#key, points, this.#defaultTime));
      this.#counts.points += points.length;
    } catch (error) {
      if (!isRejected(error)) throw error;
      this.#counts.points += points.length - (error.rejectedPoints ?? points.length);
      this.#leaveOut(`points that the service rejected: ${error.message}`);
    }
  }

  /** Whether it has nothing that is stored. Valid after `sendPoints`. */
  get isEmpty(): boolean {
    const { points, files } = this.#counts;
    return points + files + this.#parameters.length + this.#others.length + this.#tags.length === 0;
  }

  /** Sends what comes last. */
  async end(path: string): Promise<void> {
    const time = Number.isFinite(this.#start) ? this.#start : this.#defaultTime;
    const send = this.#send;
    await this.#sendOrLeaveOut(otherRequest(this.#key, 'Name', this.name, time), 'name');
    if (this.#parameters.length > 0) {
      await this.#sendOrLeaveOut(parametersRequest(this.#key, this.#parameters, time), 'parameters');
    }
    for (const { name, value } of this.#others) {
      await this.#sendOrLeaveOut(otherRequest(this.#key, name, value, time), 'other values');
    }
    if (this.#tags.length > 0) await this.#sendOrLeaveOut(tagsRequest(this.#key, this.#tags), 'tags');
    const end = Math.max(this.#end, time);
    for (const request of endRequests(this.#key, { start: time, end, hasCrashed: this.#hasCrashed })) {
      await send(request);
    }
    await send(otherRequest(this.#key, importedFrom, path, end));
  }

  /** Returns a line about what was imported and what was left out. */
  line(): string {
    const { points, files } = this.#counts;
    const parameters = this.#parameters.length;
    const parts = [
      counted(points, 'point'),
      ...(parameters > 0 ? [counted(parameters, 'parameter')] : []),
      ...(files > 0 ? [counted(files, 'file')] : []),
    ];
    const leftOut = [...this.#leftOut].map(([what, count]) => (count === 1 ? what : `${what} (${count} times)`));
    const rest = leftOut.length === 0 ? '' : `. Left out: ${leftOut.join(', ')}`;
    const content = this.isEmpty ? 'not imported. It has no points, parameters or files' : parts.join(', ');
    return printableText(`${this.name}: ${content}${rest}`, 2000);
  }

  #running(timeMillis: number | undefined): void {
    if (!isTime(timeMillis)) return;
    this.#start = Math.min(this.#start, timeMillis);
    this.#end = Math.max(this.#end, timeMillis);
  }

  #leaveOut(what: string): void {
    this.#leftOut.set(what, (this.#leftOut.get(what) ?? 0) + 1);
  }

  async #sendFile(file: RunFile): Promise<void> {
    const what = `file ${file.fileName}`;
    try {
      if (await this.#sendOrLeaveOut(fileRequest(this.#key, file), what)) this.#counts.files++;
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error;
      this.#leaveOut(`${what} that cannot be read (${error.message})`);
    }
  }

  /** Sends a request; what the service rejects is left out. Returns whether it was stored. */
  async #sendOrLeaveOut(request: ImportRequest, what: string): Promise<boolean> {
    try {
      await this.#send(request);
      return true;
    } catch (error) {
      if (!isRejected(error)) throw error;
      this.#leaveOut(`${what} that the service rejected: ${error.message}`);
      return false;
    }
  }
}

/** Imports of the runs of one source. */
class SourceImport {
  readonly #options: ImportOptions;
  readonly #source: RunSource;
  /** Runs by name; null for one that an earlier import has stored. */
  readonly #runs = new Map<string, ImportedRun | null>();
  readonly #createdKeys: string[] = [];
  readonly #send: Send;

  constructor(options: ImportOptions, source: RunSource) {
    this.#options = options;
    this.#source = source;
    this.#send = (request) => sendTo(options, request);
  }

  /** Imports the runs. If that fails, removes those that are not complete. */
  async run(): Promise<Omit<ImportSummary, 'failed'>> {
    try {
      const { mtimeMs } = await stat(this.#source.path);
      let points = 0;
      for await (const { run, item } of this.#source.items()) {
        this.#options.signal.throwIfAborted();
        if (!this.#runs.has(run)) this.#runs.set(run, await this.#opened(run, Math.trunc(mtimeMs)));
        await this.#runs.get(run)?.add(item);
        const areMany = item.kind === 'point' && ++points % maxWaitingPoints === 0;
        if (areMany) for (const each of this.#runs.values()) await each?.sendPoints();
      }
      if (this.#runs.size === 0) this.#options.print(printableText(`${this.#source.label}: has no runs.`, 2000));
      let [imported, known] = [0, 0];
      for (const run of this.#runs.values()) {
        if (run === null) {
          known++;
          continue;
        }
        await run.sendPoints();
        if (run.isEmpty) await this.#send(removal(this.#createdKeys[0]!));
        else {
          await run.end(this.#source.path);
          imported++;
        }
        this.#options.print(run.line());
        this.#createdKeys.shift();
      }
      return { imported, known };
    } catch (error) {
      await this.#removeIncomplete();
      throw error;
    }
  }

  /** Creates the experiment of a run; returns null if an earlier import has stored it. */
  async #opened(run: string, defaultTime: number): Promise<ImportedRun | null> {
    const { project } = this.#options;
    const key = experimentKeyOf(project, this.#source.path, run);
    const name = run === '' ? this.#source.label : run;
    const others = v.safeParse(Others, await this.#send(othersOf(key)).catch(whenMissing));
    if (others.success && others.output.values.some((other) => other.name === importedFrom)) {
      this.#options.print(`${printableText(name, 300)}: imported before. Delete the experiment to import it again.`);
      return null;
    }
    // An earlier import was killed.
    if (others.success) await this.#send(removal(key));
    await this.#send(creation(key, project)).catch((error: unknown) => {
      // By default, the project has the name of a file or folder, which may be invalid.
      if (isRejected(error))
        throw new ResponseError(error.status, `${error.message}. Give another with --project.`, null);
      throw error;
    });
    this.#createdKeys.push(key);
    return new ImportedRun(key, name, defaultTime, this.#send);
  }

  async #removeIncomplete(): Promise<void> {
    const options = { ...this.#options, signal: AbortSignal.timeout(removalMillis) };
    for (const key of this.#createdKeys) await sendTo(options, removal(key)).catch(() => {});
  }
}

/** Returns null for the error of a missing experiment or project; throws other errors. */
function whenMissing(error: unknown): null {
  if (error instanceof ResponseError && (error.status === 400 || error.status === 404)) return null;
  throw error;
}

/** Removes the project of an import if it has no experiments. */
async function removeEmptyProject(importOptions: ImportOptions): Promise<void> {
  const { project } = importOptions;
  const options = { ...importOptions, signal: AbortSignal.timeout(removalMillis) };
  const stored = v.safeParse(StoredProject, await sendTo(options, projectOf(project)));
  if (stored.success && stored.output.numberOfExperiments === 0) await sendTo(options, projectRemoval(project));
}

/**
 * Imports runs of other tools into a project of a service. Each run becomes an experiment; one that was imported before
 * is left as it is. A source that cannot be read is reported, and the others are imported. A project that did not exist
 * is not left behind empty.
 *
 * @throws Error when the service fails, or after a cancellation
 */
export async function importRuns(options: ImportOptions): Promise<ImportSummary> {
  const isNew = (await sendTo(options, projectOf(options.project)).catch(whenMissing)) === null;
  try {
    return await importSources(options);
  } finally {
    if (isNew) await removeEmptyProject(options).catch(() => {});
  }
}

async function importSources(options: ImportOptions): Promise<ImportSummary> {
  const { sources, signal, print } = options;
  let [imported, known, failed] = [0, 0, 0];
  for (const source of sources) {
    try {
      const done = await new SourceImport(options, source).run();
      imported += done.imported;
      known += done.known;
    } catch (error) {
      // Without the service, the next sources would fail too.
      if (signal.aborted || error instanceof ResponseError || error instanceof ConnectionError) throw error;
      failed++;
      const name = printableText(source.label, 300);
      print(`${name}: not imported. ${printableText((error as Error).message, 2000)}`);
    }
  }
  return { imported, known, failed };
}

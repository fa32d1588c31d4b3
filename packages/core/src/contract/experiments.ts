import * as v from 'valibot';
import { experimentTags } from './cache-tags.ts';
import { clientlibRest, read, rest, write, writeByGet } from './endpoint.ts';
import { projectFields } from './project-fields.ts';
import { ExperimentMetadata, GitMetadata, ParameterSummary, UpdateStatusReply, WriteReply } from './records/index.ts';

const experimentKey = v.string();
const one = { experimentKey };

const item = <E extends v.ObjectEntries>(entries: E) => v.object({ experimentKey, ...entries });

/** Endpoints of experiments: identity, state, texts, tags and other items. */
export const experiments = {
  /** The experiments of a project, archived ones or the others. */
  list: read(rest('experiments'), {
    query: {
      ...projectFields,
      archived: v.optional(v.boolean()),
      /** Page number, from 1. */
      page: v.optional(v.number()),
      size: v.optional(v.number()),
      sortBy: v.optional(v.picklist(['startTime', 'endTime'])),
      sortOrder: v.optional(v.picklist(['asc', 'desc'])),
    },
    response: v.object({
      experiments: v.array(ExperimentMetadata),
      /** The requested size, which a shorter list does not reach only at the end. Local service only. */
      pageSize: v.optional(v.number()),
    }),
    timeout: 'list',
    reads: ['experiments'],
  }),
  /** Metadata and state of an experiment. */
  metadata: read(rest('experiment/metadata'), {
    query: one,
    response: ExperimentMetadata,
    reads: ['experiments'],
  }),
  /** Creates an experiment, and its project when absent. */
  create: write(rest('write/experiment/create'), {
    body: v.object({
      workspaceName: v.string(),
      projectName: v.nullish(v.string()),
      experimentName: v.nullish(v.string()),
      experimentKey: v.nullish(v.string()),
    }),
    response: v.object({
      experimentKey,
      link: v.nullish(v.string(), ''),
      workspaceName: v.nullish(v.string(), ''),
      projectName: v.nullish(v.string(), ''),
      name: v.nullish(v.string(), null),
    }),
    invalidates: ['experiments', 'projects', 'workspaces'],
  }),
  /** Archives an experiment. */
  archive: writeByGet(rest('write/experiment/archive'), {
    query: one,
    response: WriteReply,
    repeatable: true,
    invalidates: ['experiments', 'projects'],
  }),
  /** Restores an archived experiment. */
  restore: writeByGet(rest('write/experiment/restore'), {
    query: one,
    response: WriteReply,
    repeatable: true,
    invalidates: ['experiments', 'projects'],
  }),
  /** Deletes an experiment and everything that was logged to it. */
  remove: writeByGet(rest('write/experiment/delete'), {
    query: one,
    response: WriteReply,
    // There may be a very large number of files.
    timeout: 'list',
    invalidates: [...experimentTags, 'projects'],
  }),
  /** Asks a running experiment to stop. */
  stop: writeByGet(rest('write/experiment/stop'), {
    query: one,
    response: WriteReply,
    repeatable: true,
    invalidates: ['experiments', 'projects'],
  }),
  /** Moves experiments to another project of their workspace, or shows them there too. Clients send 100 keys a call. */
  move: write(rest('write/experiment/move'), {
    body: v.object({
      targetWorkspaceName: v.string(),
      targetProjectName: v.string(),
      experimentKeys: v.pipe(v.array(v.string()), v.maxLength(1000)),
      symlink: v.nullish(v.boolean()),
    }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['experiments', 'projects'],
  }),
  /** Reports that an experiment is alive; returns the heartbeat interval. */
  keepAlive: writeByGet(rest('write/experiment/set-status'), {
    query: one,
    response: UpdateStatusReply,
    repeatable: true,
    invalidates: ['experiments', 'projects'],
  }),
  /** Sets running, finished or crashed. */
  updateStatus: write(rest('write/experiment/update-status'), {
    body: item({
      isAlive: v.nullish(v.boolean()),
      error: v.nullish(v.string()),
      hasCrashed: v.nullish(v.boolean()),
      /** Process that has crashed. Without it, a crash report names no process. */
      runId: v.nullish(v.string()),
    }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['experiments', 'projects'],
  }),
  /** Sets start or end time; a missing one is set one second apart from the other. */
  setStartEndTime: write(rest('write/experiment/set-start-end-time'), {
    body: item({ startTimeMillis: v.nullish(v.number()), endTimeMillis: v.nullish(v.number()) }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['experiments', 'projects'],
  }),
  /** The tags of an experiment, in the order they were added. */
  tags: read(rest('experiment/tags'), {
    query: one,
    response: v.object({ tags: v.nullish(v.array(v.string()), () => []) }),
    cached: true,
    reads: ['tags'],
  }),
  /** Adds tags; existing tags are not duplicated. */
  addTags: write(rest('write/experiment/tags'), {
    body: item({ addedTags: v.array(v.string()) }),
    alsoAt: ['/clientlib/tags/add-tags-to-experiment'],
    response: WriteReply,
    repeatable: true,
    invalidates: ['tags'],
  }),
  /** Removes tags. */
  deleteTags: write(rest('write/experiment/tags/delete'), {
    body: item({ tags: v.array(v.string()) }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['tags'],
  }),
  /** The other key/value items. */
  others: read(rest('experiment/log-other'), {
    query: one,
    response: v.object({ values: v.nullish(v.array(ParameterSummary), () => []) }),
    cached: true,
    reads: ['others'],
  }),
  /** Logs one other item; the key `Name` renames the experiment. */
  logOther: write(rest('write/experiment/log-other'), {
    body: item({ key: v.string(), value: v.unknown(), timestamp: v.nullish(v.number()) }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['others', 'experiments'],
  }),
  /** The logged HTML, or null. */
  html: read(rest('experiment/html'), {
    query: one,
    response: v.object({ html: v.nullish(v.string(), null) }),
    cached: true,
    long: true,
    reads: ['html'],
  }),
  /** Appends HTML or replaces all of it. */
  logHtml: write(rest('write/experiment/html'), {
    body: item({ html: v.string(), override: v.nullish(v.boolean()), timestamp: v.nullish(v.number()) }),
    response: WriteReply,
    invalidates: ['html'],
  }),
  /** Standard output and standard error, in order. */
  output: read(rest('experiment/output'), {
    query: one,
    response: v.object({
      output: v.nullish(v.string(), ''),
      /**
       * Ranges of `output` that are standard error, as pairs of UTF-16 offsets with exclusive end. Only this service
       * returns them. Absent if the two streams cannot be distinguished.
       */
      stderrRanges: v.nullish(v.array(v.tuple([v.number(), v.number()]))),
    }),
    cached: true,
    long: true,
    reads: ['output'],
  }),
  /** Appends lines of output, with their line endings. */
  logOutput: write(clientlibRest('write/experiment/output'), {
    body: item({
      runContext: v.nullish(v.string()),
      outputLines: v.array(
        v.object({
          stderr: v.nullish(v.boolean()),
          output: v.nullish(v.string(), ''),
          /** Monotonic clock of some clients. It orders entries and is not a date. */
          localTimestamp: v.nullish(v.number()),
          offset: v.nullish(v.number()),
        }),
      ),
    }),
    alsoAt: [rest('write/experiment/output')],
    response: WriteReply,
    invalidates: ['output'],
  }),
  /** The source code of the script. */
  code: read(rest('experiment/code'), {
    query: one,
    response: v.object({ code: v.nullish(v.string(), null) }),
    cached: true,
    long: true,
    // A script logged as a file is returned if no code was set.
    reads: ['code', 'assets'],
  }),
  /** Sets the source code. */
  setCode: write(rest('write/experiment/code'), {
    body: item({ code: v.string() }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['code'],
  }),
  /** The model graph as text. */
  graph: read(rest('experiment/graph'), {
    query: one,
    response: v.object({ graph: v.nullish(v.string(), null) }),
    cached: true,
    long: true,
    reads: ['graph'],
  }),
  /** Sets the model graph. */
  setGraph: write(rest('write/experiment/graph'), {
    body: item({ graph: v.string() }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['graph'],
  }),
  /** Sets the path of the script. */
  setFilePath: write(rest('write/experiment/file-path'), {
    body: item({ filePath: v.string() }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['experiments', 'projects'],
  }),
  /** The git metadata: commit, branch and origin. */
  gitMetadata: read(rest('experiment/git/metadata'), {
    query: one,
    response: GitMetadata,
    cached: true,
    reads: ['git'],
  }),
  /** Sets the git metadata. */
  setGitMetadata: write(rest('write/experiment/git/metadata'), {
    body: item({
      user: v.nullish(v.string()),
      root: v.nullish(v.string()),
      branch: v.nullish(v.string()),
      parent: v.nullish(v.string()),
      origin: v.nullish(v.string()),
    }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['git'],
  }),
  /** A zip archive with `git_diff.patch`; a JSON body with `msg` when there is none. */
  gitPatch: read(rest('experiment/git/patch'), {
    query: one,
    response: 'bytes',
    timeout: 'download',
    reads: ['git'],
  }),
  /** Stores a zip archive with `git_diff.patch`. */
  setGitPatch: write(rest('write/experiment/git/patch'), {
    query: one,
    parts: ['file'],
    response: WriteReply,
    repeatable: true,
    timeout: 'upload',
    invalidates: ['git'],
  }),
};

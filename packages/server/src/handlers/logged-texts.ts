import type { GitMetadata } from '@tracklens/core/contract';
import { badRequest } from '../errors/service-error.ts';
import { streamedJson } from '../http/reply.ts';
import type { Executor } from '../store/database/executor.ts';
import { readText, saveText, writeText } from '../store/experiments/experiment-items.ts';
import { withExperimentLock } from '../store/experiments/experiment-lock.ts';
import { requireExperiment, updateExperiment } from '../store/experiments/experiments.ts';
import { appendOutput, readOutput, stderrRanges } from '../store/experiments/output-lines.ts';
import { isNewBatch } from '../store/metrics/metric-batches.ts';
import type { TextKind } from '../store/tables/item-tables.ts';
import { readGitPatch, saveGitPatch } from './git-patch.ts';
import { type HandlerContext, type Handlers, writeReply } from './handler.ts';
import { keyedBatch } from './keyed-batch.ts';
import { loggedCode } from './logged-code.ts';
import { timedBatch } from './timed-batch.ts';

async function readExisting(context: HandlerContext, experimentKey: string, kind: TextKind): Promise<string | null> {
  await requireExperiment(context.store.db, experimentKey);
  return await readText(context.store.db, experimentKey, kind);
}

/** Lines per chunk; the time limit is checked between chunks. */
const linesPerPiece = 500;

/** Yields the output of an experiment as chunks of JSON. */
async function* outputPieces(db: Executor, experimentKey: string): AsyncGenerator<string> {
  const lines = await readOutput(db, experimentKey);
  yield '{"output":"';
  for (let from = 0; from < lines.length; from += linesPerPiece) {
    const text = lines.slice(from, from + linesPerPiece).map((line) => line.text);
    yield JSON.stringify(text.join('')).slice(1, -1);
  }
  yield `","stderrRanges":${JSON.stringify(stderrRanges(lines))}}`;
}

/** Handlers of the `experiments` endpoints for HTML, output, code, graph and git. */
export const loggedTexts = {
  html: async ({ query }, context) => ({ html: await readExisting(context, query.experimentKey, 'html') }),

  logHtml: async ({ body, headers }, { store, now }) => {
    const batch = keyedBatch(headers, now()) ?? timedBatch('html', body, body.timestamp, now());
    await withExperimentLock(store, body.experimentKey, async (trx) => {
      if (batch !== undefined && !(await isNewBatch(trx, body.experimentKey, batch))) return;
      const before = body.override ? null : await readText(trx, body.experimentKey, 'html');
      await writeText(trx, body.experimentKey, 'html', `${before ?? ''}${body.html}`, now());
    });
    return writeReply();
  },

  output: async ({ query }, { store }) => {
    await requireExperiment(store.db, query.experimentKey);
    return await streamedJson(store.longReads, outputPieces(store.db, query.experimentKey));
  },

  logOutput: async ({ body, headers }, { store, now }) => {
    const batch = keyedBatch(headers, now());
    const lines = body.outputLines.map((line) => ({
      text: line.output,
      stderr: line.stderr ?? false,
      offset: line.offset ?? null,
      // A repeated request with a key is recognized by the key. Without the time, its lines never count as repeated:
      // two calls in a millisecond may log equal lines.
      time: batch === undefined ? (line.localTimestamp ?? null) : null,
    }));
    await withExperimentLock(store, body.experimentKey, async (trx) => {
      if (batch !== undefined && !(await isNewBatch(trx, body.experimentKey, batch))) return;
      await appendOutput(trx, body.experimentKey, lines);
    });
    return writeReply();
  },

  code: async ({ query }, { store }) => ({ code: await loggedCode(store, query.experimentKey) }),

  setCode: async ({ body }, { store, now }) => {
    await saveText(store, body.experimentKey, 'code', body.code, now());
    return writeReply();
  },

  graph: async ({ query }, context) => ({ graph: await readExisting(context, query.experimentKey, 'graph') }),

  setGraph: async ({ body }, { store, now }) => {
    await saveText(store, body.experimentKey, 'graph', body.graph, now());
    return writeReply();
  },

  setFilePath: async ({ body }, { store, now }) => {
    await updateExperiment(store.db, body.experimentKey, {
      file_path: body.filePath,
      file_name: body.filePath.split(/[/\\]/).at(-1) ?? body.filePath,
      last_updated: now(),
    });
    return writeReply();
  },

  gitMetadata: async ({ query }, context) => {
    const text = await readExisting(context, query.experimentKey, 'git');
    const git = text === null ? {} : (JSON.parse(text) as Partial<GitMetadata>);
    const none = { user: null, root: null, branch: null, parent: null, origin: null };
    return { ...none, ...git };
  },

  setGitMetadata: async ({ body }, { store, now }) => {
    const { experimentKey, ...git } = body;
    await saveText(store, experimentKey, 'git', JSON.stringify(git), now());
    return writeReply();
  },

  gitPatch: async ({ query }, { store }) => await readGitPatch(store, query.experimentKey),

  setGitPatch: async ({ query, parts }, { store, now }) => {
    if (parts.file === undefined) throw badRequest('The patch is missing: send it as the part "file"');
    await saveGitPatch(store, query.experimentKey, parts.file, now());
    return writeReply();
  },
} satisfies Partial<Handlers<'experiments'>>;

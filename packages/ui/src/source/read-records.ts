import { entryWithMetrics } from '@tracklens/core/charts';
import type { ChartData, ChartEntry, Snapshot } from '@tracklens/core/display';
import type { LiveSource } from './live-source.ts';
import type { Metadata, MetricOverview } from './view-source.ts';

type OneResult<Name extends keyof LiveSource> = LiveSource[Name] extends (...given: never[]) => Promise<infer Result>
  ? Result
  : never;

/** Results of reads by the name of the read. */
interface Results {
  metadata: Metadata;
  tags: OneResult<'tags'>;
  metrics: OneResult<'metrics'>;
  parameters: OneResult<'parameters'>;
  others: OneResult<'others'>;
  assets: OneResult<'assets'>;
  curves: OneResult<'curves'>;
  code: OneResult<'code'>;
  modelGraph: OneResult<'modelGraph'>;
  git: OneResult<'git'>;
  gitPatch: OneResult<'gitPatch'>;
  system: OneResult<'system'>;
  output: OneResult<'output'>;
  html: OneResult<'html'>;
  projectNotes: OneResult<'projectNotes'>;
  experiments: OneResult<'experiments'>;
  overview: ReadonlyMap<string, MetricOverview> | null;
}

/** Name of a recorded read. */
export type RecordedRead = keyof Results;

/** Result of a recorded read. */
export type Recorded<Name extends RecordedRead> = Results[Name];

const fileVersions = (assets: Results['assets']) =>
  assets.map(({ assetId, createdAt, fileSize }) => [assetId, createdAt, fileSize]);

const values = (records: Results['metrics']) =>
  records.map(({ name, valueCurrent }) => `${name} ${valueCurrent ?? ''}`);

/**
 * Text by which two results of a read are compared. It leaves out what a snapshot does not store, so that the first
 * read of unchanged data is no change.
 */
const fingerprints: { readonly [Name in RecordedRead]: (result: Results[Name]) => unknown } = {
  metadata: ({ running, endTimeMillis, experimentName }) => [
    !!running,
    // While an experiment runs, this is the current time.
    running ? 0 : endTimeMillis || 0,
    experimentName || '',
  ],
  tags: (tags) => tags,
  metrics: values,
  parameters: values,
  others: values,
  assets: fileVersions,
  curves: fileVersions,
  code: (code) => code,
  modelGraph: (graph) => graph,
  git: (git) => git,
  gitPatch: (patch) => patch?.byteLength,
  system: (system) => system,
  output: (pieces) => [pieces.length, pieces.reduce((sum, { text }) => sum + text.length, 0)],
  html: (html) => html,
  projectNotes: (notes) => notes,
  experiments: (list) => list.length,
  overview: (found) =>
    found && [...found].map(([key, metrics]) => [key, ...[...metrics].map(([name, { current }]) => [name, current])]),
};

interface ReadRecord {
  /** Absent for what a saved copy states. */
  readonly result?: unknown;
  readonly time: ReadTime;
  /** Position at which the read began; `time` may be later. Absent for what a saved copy states. */
  readonly begunOrder?: number;
  readonly fingerprint: string;
}

/** When a read began: results are compared by it, because a response may be older than one that arrived earlier. */
export interface ReadTime {
  readonly millis: number;
  /** Position among all reads and changes. */
  readonly order: number;
}

/**
 * Last results of the reads of a view. A copy of the view is made from them without further requests, and a result that
 * differs from the one before means that the copy is outdated.
 */
export class ReadRecords {
  readonly #records = new Map<string, ReadRecord>();
  readonly #series = new Map<string, { readonly entry: ChartEntry | null; readonly time: ReadTime }>();
  /** Position of the last change of the state or the metric values of an experiment, by key. */
  readonly #changes = new Map<string, number>();
  readonly #onChange: () => void;
  #order = 0;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Sets what a saved copy states, for results that have not been read. */
  compareWith({ experiments, project, whole }: Snapshot): void {
    for (const { metadata, tags, metrics, parameters } of experiments) {
      const { experimentKey } = metadata;
      this.#expect('metadata', experimentKey, metadata);
      this.#expect('tags', experimentKey, tags);
      this.#expect('metrics', experimentKey, metrics);
      this.#expect('parameters', experimentKey, parameters);
    }
    if (project !== undefined && whole !== undefined) {
      const { projectName, workspaceName } = project;
      if (typeof workspaceName !== 'string') return;
      const identity = listIdentity({ workspace: workspaceName, projectName });
      this.#set('experiments', identity, { time: never, fingerprint: JSON.stringify(whole.experiments) });
    }
  }

  /** Returns the time of a read that begins now. */
  begin(): ReadTime {
    return { millis: Date.now(), order: ++this.#order };
  }

  /** Records the result of a read, unless that of a later read has arrived before, and returns it. */
  note<Name extends RecordedRead>(
    name: Name,
    subject: string,
    result: Results[Name],
    begun: ReadTime = this.begin(),
  ): Results[Name] {
    const before = this.#records.get(`${name} ${subject}`);
    if (before?.begunOrder !== undefined && begun.order < before.begunOrder) return result;
    const fingerprint = fingerprintOf(name, result);
    const isChange = before !== undefined && before.fingerprint !== fingerprint;
    // Reads that began before the end of a run was known may have been answered before that end.
    const time = isChange && name === 'metadata' ? this.begin() : begun;
    this.#set(name, subject, { result, time, begunOrder: begun.order, fingerprint });
    if (isChange && (name === 'metadata' || name === 'metrics')) {
      this.#changes.set(subject, Math.max(time.order, this.#changes.get(subject) ?? 0));
    }
    if (isChange) this.#onChange();
    return result;
  }

  /** Records the points of a chart. */
  noteChart(keys: readonly string[], names: readonly string[], chart: ChartData, begun = this.begin()): void {
    for (const key of keys) {
      const entry = chart[key];
      for (const name of names) {
        const metric = entry?.metrics.find(({ metricName }) => metricName === name);
        const one = entry !== undefined && metric !== undefined ? entryWithMetrics(entry, [metric]) : null;
        this.#series.set(JSON.stringify([key, name]), { entry: one, time: begun });
      }
    }
  }

  /**
   * Returns the last result of a read about an experiment or a list; undefined when it may be outdated: when a change
   * was found after the read began, or when it is older than `maxAgeMillis` and not of an ended experiment.
   */
  last<Name extends RecordedRead>(name: Name, subject: string, maxAgeMillis: number): Results[Name] | undefined {
    const record = this.#records.get(`${name} ${subject}`);
    if (record === undefined || !this.#isCurrent(subject, record.time, maxAgeMillis)) return undefined;
    return record.result as Results[Name] | undefined;
  }

  /** Returns points by experiment, if all of them are recorded and none is outdated. */
  chart(keys: readonly string[], names: readonly string[], maxAgeMillis: number): ChartData | undefined {
    const chart: ChartData = {};
    for (const key of keys) {
      for (const name of names) {
        const found = this.#series.get(JSON.stringify([key, name]));
        if (found === undefined || !this.#isCurrent(key, found.time, maxAgeMillis)) return undefined;
        if (found.entry === null) continue;
        const known = chart[key];
        chart[key] = { ...found.entry, metrics: [...(known?.metrics ?? []), ...found.entry.metrics] };
      }
    }
    return chart;
  }

  #isCurrent(subject: string, { millis, order }: ReadTime, maxAgeMillis: number): boolean {
    if (order < (this.#changes.get(subject) ?? 0)) return false;
    const metadata = this.#records.get(`metadata ${subject}`)?.result as Metadata | undefined;
    return millis > Date.now() - maxAgeMillis || metadata?.running === false;
  }

  #expect<Name extends RecordedRead>(name: Name, subject: string, result: Results[Name]): void {
    if (this.#records.get(`${name} ${subject}`)?.result !== undefined) return;
    this.#set(name, subject, { time: never, fingerprint: fingerprintOf(name, result) });
  }

  #set(name: RecordedRead, subject: string, record: ReadRecord): void {
    this.#records.set(`${name} ${subject}`, record);
  }
}

const never: ReadTime = { millis: Number.NEGATIVE_INFINITY, order: 0 };

const fingerprintOf = <Name extends RecordedRead>(name: Name, result: Results[Name]) =>
  JSON.stringify(fingerprints[name](result)) ?? '';

/** Returns the text that identifies a list of experiments. */
export function listIdentity({
  workspace,
  projectName,
  query,
  archived = false,
}: {
  readonly workspace: string;
  readonly projectName: string;
  readonly query?: string | undefined;
  readonly archived?: boolean | undefined;
}): string {
  return JSON.stringify([workspace, projectName, query ?? null, archived]);
}

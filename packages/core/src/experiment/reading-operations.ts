import { argument, text } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import type { ListPromise } from '../client/list-promise.ts';
import { defineOperations } from '../client/operation.ts';
import {
  contract,
  type GitMetadata,
  type MetricRecord,
  type MetricSummary,
  type ParameterSummary,
} from '../contract/index.ts';
import type { ExperimentSubject } from './experiment-subject.ts';
import type { MetricSeries } from './metric-series.ts';
import { type OutputPiece, outputPieces } from './output-pieces.ts';

const { experiments, metrics } = contract;

/** Operations that read logged metrics, parameters, other items and texts. */
export interface ReadingOperations {
  /** Returns all points of all metrics, or of one metric. Values are strings, timestamps are in ms. */
  getMetrics(
    options?: OperationOptions & {
      /** Name of the metric. Default: all metrics. */
      readonly metric?: string | undefined;
    },
  ): ListPromise<MetricRecord>;
  /**
   * Returns the points of one metric as numbers, in the order in which they were logged; null when it was not logged.
   * `getMetrics` returns the exact records.
   */
  getMetricSeries(metric: string, options?: OperationOptions): Promise<MetricSeries | null>;
  /** Returns the minimum, maximum and last value of each metric. */
  getMetricsSummary(
    options?: OperationOptions & {
      /** Name of the metric. Default: all metrics. */
      readonly metric?: undefined;
    },
  ): Promise<MetricSummary[]>;
  /** Returns the summary of one metric, or null when it was not logged. */
  getMetricsSummary(
    options: OperationOptions & {
      /** Name of the metric. Default: all metrics. */
      readonly metric: string;
    },
  ): Promise<MetricSummary | null>;
  /** Returns the summaries of all metrics, or of the one that is given. */
  getMetricsSummary(
    options?: OperationOptions & {
      /** Name of the metric. Default: all metrics. */
      readonly metric?: string | undefined;
    },
  ): Promise<MetricSummary[] | MetricSummary | null>;
  /** Returns the parameters with their values. */
  getParametersSummary(
    options?: OperationOptions & {
      /** Name of the parameter. Default: all parameters. */
      readonly parameter?: undefined;
    },
  ): Promise<ParameterSummary[]>;
  /** Returns the summary of one parameter, or null when it was not logged. */
  getParametersSummary(
    options: OperationOptions & {
      /** Name of the parameter. Default: all parameters. */
      readonly parameter: string;
    },
  ): Promise<ParameterSummary | null>;
  /** Returns the summaries of all parameters, or of the one that is given. */
  getParametersSummary(
    options?: OperationOptions & {
      /** Name of the parameter. Default: all parameters. */
      readonly parameter?: string | undefined;
    },
  ): Promise<ParameterSummary[] | ParameterSummary | null>;
  /** Returns the other items with their values. */
  getOthersSummary(
    options?: OperationOptions & {
      /** Name of the item. Default: all items. */
      readonly other?: undefined;
    },
  ): Promise<ParameterSummary[]>;
  /** Returns a list with the current value of one item; empty when it was not logged. */
  getOthersSummary(
    options: OperationOptions & {
      /** Name of the item. Default: all items. */
      readonly other: string;
    },
  ): Promise<string[]>;
  /** Returns the other items, or a list with the current value of the one that is given. */
  getOthersSummary(
    options?: OperationOptions & {
      /** Name of the item. Default: all items. */
      readonly other?: string | undefined;
    },
  ): Promise<ParameterSummary[] | string[]>;
  /**
   * Returns the source code that was set; null when there is none. The local service returns the logged script
   * instead if no code was set.
   */
  getCode(options?: OperationOptions): Promise<string | null>;
  /** Returns the logged HTML; null when there is none. It is untrusted. */
  getHtml(options?: OperationOptions): Promise<string | null>;
  /** Returns standard output and error, in order. */
  getOutput(options?: OperationOptions): Promise<string>;
  /**
   * Returns the output as consecutive pieces of standard output or standard error. If the service does not
   * distinguish them, there is one piece whose `stderr` is null.
   */
  getOutputPieces(options?: OperationOptions): Promise<OutputPiece[]>;
  /** Returns the model graph: parsed if it is JSON, else as a string; null when there is none. */
  getModelGraph(options?: OperationOptions): Promise<unknown>;
  /** Returns user, root, branch, parent and origin of the git repository. */
  getGitMetadata(options?: OperationOptions): Promise<GitMetadata>;
  /** Returns a zip archive with one patch file; null when none was logged. */
  getGitPatch(options?: OperationOptions): Promise<Uint8Array | null>;
}

/** Definitions of the operations that read logged data. */
export const readingOperations = defineOperations<ReadingOperations, ExperimentSubject>({
  getMetrics: {
    options: { metric: text },
    async run({ call, subject }, { metric: metricName }) {
      if (metricName === undefined) return (await call(metrics.all, subject.keyQuery)).metrics;
      return (await call(metrics.one, { query: { experimentKey: subject.key, metricName } })).metrics;
    },
    batches({ batches, subject }, { metric: metricName }) {
      if (metricName === undefined) return batches(metrics.all, subject.keyQuery, 'metrics');
      return batches(metrics.one, { query: { experimentKey: subject.key, metricName } }, 'metrics');
    },
  },
  getMetricSeries: {
    arguments: [argument('metric', text)],
    async run(context, metricName) {
      const { readSeries } = await import('./metric-series.ts');
      return await readSeries(context, metricName);
    },
  },
  getMetricsSummary: {
    options: { metric: text },
    async run({ call, subject }, { metric }) {
      const { values } = await call(metrics.summary, subject.keyQuery);
      return metric === undefined ? values : (values.find(({ name }) => name === metric) ?? null);
    },
  },
  getParametersSummary: {
    options: { parameter: text },
    async run({ call, subject }, { parameter }) {
      const { values } = await call(metrics.parameters, subject.keyQuery);
      return parameter === undefined ? values : (values.find(({ name }) => name === parameter) ?? null);
    },
  },
  getOthersSummary: {
    options: { other: text },
    async run({ call, subject }, { other }) {
      const { values } = await call(experiments.others, subject.keyQuery);
      if (other === undefined) return values;
      return values.filter(({ name }) => name === other).map(({ valueCurrent }) => valueCurrent);
    },
  },
  getCode: { run: async ({ call, subject }) => (await call(experiments.code, subject.keyQuery)).code },
  getHtml: { run: async ({ call, subject }) => (await call(experiments.html, subject.keyQuery)).html },
  getOutput: { run: async ({ call, subject }) => (await call(experiments.output, subject.keyQuery)).output },
  getOutputPieces: {
    async run({ call, subject }) {
      const { output, stderrRanges } = await call(experiments.output, subject.keyQuery);
      return outputPieces(output, stderrRanges ?? null);
    },
  },
  getModelGraph: {
    async run({ call, subject }) {
      const { graph } = await call(experiments.graph, subject.keyQuery);
      if (graph === null) return null;
      try {
        return JSON.parse(graph) as unknown;
      } catch {
        return graph;
      }
    },
  },
  getGitMetadata: { run: ({ call, subject }) => call(experiments.gitMetadata, subject.keyQuery) },
  getGitPatch: {
    async run({ callForBody, subject }) {
      const { body } = await callForBody(experiments.gitPatch, subject.keyQuery);
      const bytes = await body.bytes();
      // A JSON object instead of an archive means that there is none.
      return bytes.length === 0 || bytes[0] === 0x7b ? null : bytes;
    },
  },
});

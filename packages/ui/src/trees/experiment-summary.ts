import { type API, APIExperiment } from '@tracklens/core/browser';
import { orderedMetrics } from '@tracklens/core/charts';
import type { ChartData, ChartEntry } from '@tracklens/core/display';
import { countText, valueText } from '../text/number-text.ts';
import { english, type Translate } from '../text/translate.ts';
import { clipped, maxLines } from './summary-lines.ts';
import { trendText } from './trend-text.ts';

/** Metric as text: last value, minimum, maximum and trend. */
export interface MetricLine {
  readonly name: string;
  readonly last: string;
  readonly min: string;
  readonly max: string;
  readonly trend: string;
}

/** Details that the hover adds to the node of an experiment. */
export interface ExperimentSummary {
  readonly metrics: readonly MetricLine[];
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
  readonly tags: readonly string[];
  /** Points of the first metrics; missing if they could not be read. */
  readonly chart?: ChartEntry;
}

/** Reads the summary of an experiment: three requests, and one more for the trends of the shown metrics. */
export async function experimentSummary(
  api: API,
  experimentKey: string,
  signal: AbortSignal,
): Promise<ExperimentSummary> {
  const experiment = new APIExperiment({ api, previousExperiment: experimentKey });
  const [summaries, parameters, tags] = await Promise.all([
    experiment.getMetricsSummary({ signal }),
    experiment.getParametersSummary({ signal }),
    experiment.getTags({ signal }),
  ]);
  const byName = new Map(summaries.map((summary) => [summary.name, summary]));
  const names = orderedMetrics(byName.keys());
  const shown = names.slice(0, maxLines);
  // The hover is useful without the trends too.
  const charts: ChartData =
    shown.length === 0
      ? {}
      : await api.getMetricsForChart([experimentKey], { metrics: shown, signal }).catch(() => ({}));
  const chart = charts[experimentKey];
  const drawn = chart?.metrics ?? [];
  return {
    metrics: names.map((name) => {
      const { valueCurrent, valueMin, valueMax } = byName.get(name)!;
      return {
        name,
        last: valueText(valueCurrent),
        min: valueText(valueMin),
        max: valueText(valueMax),
        trend: trendText(drawn.find(({ metricName }) => metricName === name)?.values ?? []),
      };
    }),
    // Parameters are shown as logged: a rounded seed would be a different seed.
    parameters: parameters.map(({ name, valueCurrent }) => ({ name, value: valueCurrent ?? '' })),
    tags,
    ...(chart && { chart }),
  };
}

/** Formats a summary as lines without markup. */
export function summaryText({ metrics, parameters, tags }: ExperimentSummary, t: Translate = english): string {
  return [
    ...(tags.length > 0 ? [t('Tags: %1', tags.join(', '))] : []),
    ...shortened(
      metrics.map(({ name, last, min, max, trend }) => {
        const ends = min === '' || max === '' ? '' : t('min %1, max %2', min, max);
        return [`${clipped(name)}: ${clipped(last)}`, ends && `(${ends})`, trend].filter(Boolean).join(' ');
      }),
      t,
    ),
    ...shortened(
      parameters.map(({ name, value }) => `${clipped(name)} = ${clipped(value)}`),
      t,
    ),
  ].join('\n');
}

function shortened(lines: readonly string[], t: Translate): readonly string[] {
  const left = lines.length - maxLines;
  return left > 0 ? [...lines.slice(0, maxLines), t('… %1 more', countText(left))] : lines;
}

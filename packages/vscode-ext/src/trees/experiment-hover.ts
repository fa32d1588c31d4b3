import { APIExperiment } from '@tracklens/core/browser';
import type { ChartData, MetricSummary } from '@tracklens/core/contract';
import type { TreeNode } from '@tracklens/ui/trees';
import type { ServiceClient } from '../parts.ts';
import { courseText } from './course-text.ts';
import { type MetricLine, mostLines, tooltipMarkdown } from './tooltip.ts';

/** The hover of a node; that of an experiment is completed with its tags, metrics with their course, and parameters. */
export async function hover(node: TreeNode, { api }: ServiceClient, signal: AbortSignal): Promise<string> {
  if (node.target?.kind !== 'experiment') return tooltipMarkdown(node);
  const { experimentKey } = node.target;
  const experiment = new APIExperiment({ api, previousExperiment: experimentKey });
  const [summaries, parameters, tags] = await Promise.all([
    experiment.getMetricsSummary({ signal }),
    experiment.getParametersSummary({ signal }),
    experiment.getTags({ signal }),
  ]);
  const shown = summaries.slice(0, mostLines).map(({ name }) => name);
  // Without the courses the hover is worth having still.
  const charts: ChartData =
    shown.length === 0
      ? {}
      : await api.getMetricsForChart([experimentKey], { metrics: shown, signal }).catch(() => ({}));
  const drawn = charts[experimentKey]?.metrics ?? [];
  return tooltipMarkdown(node, {
    metrics: summaries.map((summary) =>
      metricLine(summary, drawn.find(({ metricName }) => metricName === summary.name)?.values ?? []),
    ),
    parameters: parameters.map(({ name, valueCurrent }) => ({ name, value: valueCurrent ?? '' })),
    tags,
  });
}

function metricLine(summary: MetricSummary, values: readonly unknown[]): MetricLine {
  const { name, valueCurrent, valueMin, valueMax } = summary;
  return {
    name,
    value: shortened(valueCurrent),
    least: shortened(valueMin),
    greatest: shortened(valueMax),
    course: courseText(values),
  };
}

/** A value to six digits: what a glance can take in. What is no number stays. */
function shortened(value: string | null | undefined): string {
  const text = value ?? '';
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? String(Number(number.toPrecision(6))) : text;
}

import { APIExperiment } from '@tracklens/core/browser';
import type { TreeNode } from '@tracklens/ui/trees';
import type { ServiceClient } from '../parts.ts';
import { type SummaryLine, tooltipMarkdown } from './tooltip.ts';

/** The hover of a node; that of an experiment is completed with its tags, metrics and parameters. */
export async function hover(node: TreeNode, { api }: ServiceClient, signal: AbortSignal): Promise<string> {
  if (node.target?.kind !== 'experiment') return tooltipMarkdown(node);
  const experiment = new APIExperiment({ api, previousExperiment: node.target.experimentKey });
  const [metrics, parameters, tags] = await Promise.all([
    experiment.getMetricsSummary({ signal }),
    experiment.getParametersSummary({ signal }),
    experiment.getTags({ signal }),
  ]);
  return tooltipMarkdown(node, { metrics: linesOf(metrics).map(shortened), parameters: linesOf(parameters), tags });
}

function linesOf(summaries: readonly { readonly name: string; readonly valueCurrent: string | null }[]) {
  return summaries.map(({ name, valueCurrent }) => ({ name, value: valueCurrent ?? '' }));
}

/** A metric's value to six digits: what a glance can take in. What is no number stays. */
function shortened({ name, value }: SummaryLine): SummaryLine {
  const number = Number(value);
  return {
    name,
    value: value.trim() !== '' && Number.isFinite(number) ? String(Number(number.toPrecision(6))) : value,
  };
}

import { countText } from '../charts/count-text.ts';
import type { Target } from '../targets/target.ts';
import type { ViewState } from '../targets/view-state.ts';
import type { Snapshot } from './view-payload.ts';

/** Returns `12 of 40 images` as a list; empty when all are included. */
export const partText = (some: number, all: number, noun: string): string[] =>
  some < all ? [`${countText(some)} of ${countText(all)} ${noun}`] : [];

/** Counts of what a static form includes: table rows, and the metrics and experiments of its images. */
export interface IncludedCounts {
  readonly rows: number;
  readonly metrics: number;
  /** Number of metrics that the open tab charts, where it does not chart those of the view. */
  readonly chartedMetrics?: number;
  readonly experiments: number;
}

/** Describes what a static form omits from the view: `20 of 412 experiments`. */
export function leftOut(
  target: Target,
  snapshot: Snapshot,
  state: ViewState | undefined,
  { rows, ...shown }: IncludedCounts,
): string[] {
  const { whole, content, model } = snapshot;
  const viewId = target.kind === 'project' ? target.viewId : undefined;
  const absent = viewId !== undefined && viewId !== state?.view ? [`there is no named view ${viewId}`] : [];
  if (model) return partText(model.versions?.length ?? 0, model.numberOfVersions ?? 0, 'versions');
  if (whole === undefined) return absent;
  const charted = [
    ...partText(shown.experiments, whole.drawn, 'experiments'),
    ...partText(shown.metrics, shown.chartedMetrics ?? whole.metrics, 'metrics'),
  ];
  return [
    ...absent,
    ...partText(rows, whole.experiments, 'experiments'),
    ...(shown.metrics > 0 && charted.length > 0 ? [`charts of ${charted.join(' and ')}`] : []),
    ...(content?.leftOut ?? []),
    ...(state?.project?.query ? ["without the view's query"] : []),
  ];
}

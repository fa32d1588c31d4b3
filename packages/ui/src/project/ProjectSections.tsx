import type { ChartExperiment } from '@tracklens/core/charts';
import { type ReactElement, type ReactNode, Suspense } from 'react';
import { Boundary } from '../components/Boundary.tsx';
import { lazyWithRetry } from '../components/lazy-with-retry.tsx';
import { Loading } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import type { Failure } from '../source/failure.ts';
import type { ExperimentDetails } from '../source/view-source.ts';
import { useView, useViewState } from '../view/view-context.ts';
import { automaticColumns, availableColumns } from './column-choice.ts';
import type { ExperimentRow } from './columns.ts';

const CompareView = lazyWithRetry(async () => (await import('../compare/CompareView.tsx')).CompareView);
const ScatterPlot = lazyWithRetry(async () => (await import('./ScatterPlot.tsx')).ScatterPlot);
const ParallelPlot = lazyWithRetry(async () => (await import('./ParallelPlot.tsx')).ParallelPlot);

/** Buttons that select the section shown below a project's table. */
export function SectionChoice({ chosen }: { readonly chosen: number }): ReactElement {
  const t = useTranslate();
  const { setState } = useView().store;
  const part = useViewState((state) => state.project?.part) ?? 'charts';
  const choices = [
    ['charts', t('Charts')],
    ['scatter', t('Scatter')],
    ['parallel', t('Parallel coordinates')],
    ['compare', t('Compare %1', chosen)],
  ] as const;
  return (
    <div className="tl-parts" role="group" aria-label={t('Section below the table')}>
      {choices.map(([name, title]) => (
        <button
          key={name}
          type="button"
          className="tl-button"
          data-part={name}
          aria-pressed={part === name}
          onClick={() => setState((before) => ({ ...before, project: { ...before.project, part: name } }))}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

/**
 * Section below a project's table: charts, scatter plot, parallel coordinates, or comparison of the selected
 * experiments.
 */
export function ProjectSections({
  rows,
  experiments,
  details,
  unread,
  onRetry,
  colors,
  charts,
}: {
  readonly rows: readonly ExperimentRow[];
  readonly experiments: readonly ChartExperiment[];
  readonly details: ReadonlyMap<string, ExperimentDetails>;
  /** Reason why some of the details could not be read. */
  readonly unread: Failure | null;
  readonly onRetry: () => void;
  readonly colors: ReadonlyMap<string, ChartExperiment>;
  readonly charts: ReactNode;
}): ReactElement {
  const t = useTranslate();
  const part = useViewState((state) => state.project?.part) ?? 'charts';
  const plane = () => ({ rows, colors, available: availableColumns(rows), automatic: automaticColumns(rows) });
  return (
    <Boundary key={part}>
      <Suspense fallback={<Loading label={t('Loading…')} rows={4} />}>
        {part === 'charts' && charts}
        {part === 'scatter' && <ScatterPlot {...plane()} />}
        {part === 'parallel' && <ParallelPlot {...plane()} />}
        {part === 'compare' && (
          <CompareView experiments={experiments} details={details} failure={unread} onRetry={onRetry} />
        )}
      </Suspense>
    </Boundary>
  );
}

import type { ChartExperiment } from '@tracklens/core/charts';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import { counted } from '../text/translate.ts';
import { useView } from '../view/view-context.ts';
import type { ColumnId, ExperimentRow } from './columns.ts';
import { useMarkKeys } from './use-mark-keys.ts';

/** Experiments shown by a plot, and the columns available to it. */
export interface PlotProps {
  readonly rows: readonly ExperimentRow[];
  readonly available: readonly ColumnId[];
  readonly automatic: readonly ColumnId[];
  /** Selected experiments by key. */
  readonly colors: ReadonlyMap<string, ChartExperiment>;
}

/** Number of the experiments that a plot shows, of all, and of those whose values are still loading. */
export function PlotCount({
  shown,
  rows,
}: {
  readonly shown: number;
  readonly rows: readonly ExperimentRow[];
}): ReactElement {
  const t = useTranslate();
  const loading = rows.filter(({ details }) => details === null).length;
  return (
    <span className="tl-count">
      {t('%1 of %2', shown, rows.length)}
      {loading > 0 && ` · ${counted(t, loading, '%1 is loading', '%1 are loading')}`}
    </span>
  );
}

/** Plot with one mark per experiment. It is a single tab stop: it describes the focused experiment and opens it. */
export function PlotFigure({
  size,
  label,
  rows,
  textOf,
  children,
}: {
  readonly size: { readonly width: number; readonly height: number };
  readonly label: string;
  /** Experiments in the order of their marks. Each mark carries its index as `data-index`. */
  readonly rows: readonly ExperimentRow[];
  /** Returns the description of an experiment, one item per line. */
  readonly textOf: (row: ExperimentRow) => string;
  /** Renders the marks, highlighting the one at index `current`. */
  readonly children: (current: number | null) => ReactNode;
}): ReactElement {
  const { host } = useView();
  // Stores the experiment key instead of the index, because the order can change while the plot is focused.
  const [key, setKey] = useState<string | null>(null);
  const found = rows.findIndex(({ metadata }) => metadata.experimentKey === key);
  const current = found < 0 ? null : found;
  const keys = useMarkKeys(
    rows.length,
    current,
    (index) => setKey(index === null ? null : (rows[index]?.metadata.experimentKey ?? null)),
    (index, newPanel) => {
      const experimentKey = rows[index]?.metadata.experimentKey;
      if (experimentKey !== undefined) host.open({ kind: 'experiment', experimentKey }, { newPanel, activate: true });
    },
  );
  return (
    <>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="application" aria-label={label} {...keys}>
        {children(current)}
      </svg>
      <p className="tl-quiet" role="status">
        {current === null ? '\u00a0' : textOf(rows[current]!).replaceAll('\n', ' · ')}
      </p>
    </>
  );
}

/** Truncates a name to at most `maxLength` characters, ending in an ellipsis. */
export function shortened(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

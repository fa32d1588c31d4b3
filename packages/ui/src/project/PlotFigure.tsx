import { type ReactElement, type ReactNode, useState } from 'react';
import type { ChartExperiment } from '../charts/chart-settings.ts';
import { useView } from '../viewer/view-context.ts';
import type { ColumnId, ExperimentRow } from './columns.ts';
import { usePlaneKeys } from './plane-keys.ts';

/** The experiments that a plane shows, and the columns it can show them by. */
export interface PlotProps {
  readonly rows: readonly ExperimentRow[];
  readonly available: readonly ColumnId[];
  readonly automatic: readonly ColumnId[];
  /** Chosen experiments by key. */
  readonly colors: ReadonlyMap<string, ChartExperiment>;
}

/** A picture with a mark for each of some experiments: one stop of the keyboard, which says where it stands and opens it. */
export function PlotFigure({
  size,
  label,
  rows,
  textOf,
  children,
}: {
  readonly size: { readonly width: number; readonly height: number };
  readonly label: string;
  /** In the order of their marks, each of which has its place here as `data-index`. */
  readonly rows: readonly ExperimentRow[];
  /** What is said of an experiment, in lines. */
  readonly textOf: (row: ExperimentRow) => string;
  /** The marks, where the one at `at` stands out. */
  readonly children: (at: number | null) => ReactNode;
}): ReactElement {
  const { host } = useView();
  // The experiment, not its place: others may come before it while one looks.
  const [key, setKey] = useState<string | null>(null);
  const found = rows.findIndex(({ metadata }) => metadata.experimentKey === key);
  const at = found < 0 ? null : found;
  const keys = usePlaneKeys(
    rows.length,
    at,
    (index) => setKey(index === null ? null : (rows[index]?.metadata.experimentKey ?? null)),
    (index, newPanel) => {
      const experimentKey = rows[index]?.metadata.experimentKey;
      if (experimentKey !== undefined) host.open({ kind: 'experiment', experimentKey }, { newPanel, activate: true });
    },
  );
  return (
    <>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="application" aria-label={label} {...keys}>
        {children(at)}
      </svg>
      <p className="tl-quiet" role="status">
        {at === null ? '\u00a0' : textOf(rows[at]!).replaceAll('\n', ' · ')}
      </p>
    </>
  );
}

/** A name in the room there is. */
export function short(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

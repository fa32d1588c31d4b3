import type { ReactNode } from 'react';
import type { ChartExperiment } from '../charts/index.ts';
import type { TableColumn } from '../components/DataTable.tsx';
import { MiddleText } from '../components/MiddleText.tsx';
import { StateLabel } from '../components/StateLabel.tsx';
import { Tags } from '../components/Tags.tsx';
import { SeriesMark } from '../gallery/SeriesMark.tsx';
import { experimentLabel, experimentState } from '../records/experiment-label.ts';
import { utcText } from '../text/time-text.ts';
import { cellPadding, widthOfColumn } from './column-widths.ts';
import {
  type ColumnId,
  cellKnown,
  cellOf,
  columnParts,
  columnTitle,
  type ExperimentRow,
  metricValues,
} from './columns.ts';
import { SparkCell, sparkText } from './SparkCell.tsx';
import type { SparkStore } from './spark-store.ts';

/** Contents of cells that are loaded or changed separately from the rows. */
export interface CellSources extends Pick<SparkStore, 'spark'> {
  /** Returns the marks and actions after the name of an experiment. */
  marks(row: ExperimentRow): ReactNode;
  /** Returns the notes of an experiment; `undefined` while they are not loaded. */
  notes(row: ExperimentRow): ReactNode;
  /** Starts to edit the notes of an experiment; absent where they are read-only. */
  readonly editNotes?: ((row: ExperimentRow) => void) | undefined;
}

/** Returns the table column that renders an experiment column. */
export function experimentColumn(
  id: ColumnId,
  colors: ReadonlyMap<string, ChartExperiment>,
  contentWidths: { readonly name: number; readonly tag: number },
  { spark: sparkOf, ...cells }: CellSources,
  t: (english: string, ...values: (string | number)[]) => string,
): TableColumn<ExperimentRow> {
  const { kind, name } = columnParts(id);
  const numeric = kind === 'metric' || kind === 'min' || kind === 'max' || kind === 'parameter' || kind === 'duration';
  return {
    id,
    title: columnTitle(id, t),
    width: kind === 'name' ? contentWidths.name : kind === 'tag' ? contentWidths.tag : widthOfColumn(id, t),
    numeric,
    sortable: kind !== 'notes',
    ...(kind === 'notes' && cells.editNotes ? { activate: cells.editNotes } : {}),
    cell(row) {
      if (kind === 'name') {
        const style = colors.get(row.metadata.experimentKey);
        return (
          <>
            {style ? <SeriesMark color={style.color} dash={style.dash} /> : <span className="tl-series-mark" />}
            <MiddleText className="tl-row-name" text={experimentLabel(row.metadata)} />
            {cells.marks(row)}
          </>
        );
      }
      if (kind === 'spark') {
        const key = row.metadata.experimentKey;
        const spark = sparkOf(key, name);
        return spark && <SparkCell spark={spark} color={colors.get(key)?.color} />;
      }
      if (kind === 'notes') return cells.notes(row);
      if (kind === 'state') return <StateLabel state={experimentState(row.metadata)} />;
      if (!cellKnown(row, id)) return undefined;
      if (kind === 'tag')
        return <Tags tags={row.details?.tags ?? []} label={t('Tags')} maxWidth={contentWidths.tag - cellPadding} />;
      return cellOf(row, id).text;
    },
    tooltip(row) {
      if (kind === 'name') return `${experimentLabel(row.metadata)}\n${row.metadata.experimentKey}`;
      if (kind === 'state') return t(experimentState(row.metadata));
      if (kind === 'started') return utcText(row.metadata.startTimeMillis);
      if (kind === 'spark') {
        const spark = sparkOf(row.metadata.experimentKey, name);
        return spark ? `${name}\n${sparkText(spark, t)}` : '';
      }
      if (kind === 'parameter') return row.details?.parameters.find((one) => one.name === name)?.valueCurrent ?? '';
      const values = name === '' ? null : metricValues(row, name);
      if (values === null) return cellOf(row, id).text;
      return `${name}\n${t('last %1', values.last)}\n${t('min %1', values.min)}\n${t('max %1', values.max)}`;
    },
  };
}

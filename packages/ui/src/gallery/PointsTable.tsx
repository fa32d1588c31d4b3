import { type ReactElement, useMemo } from 'react';
import { positionText } from '../charts/hover-text.ts';
import type { ChartSettings } from '../charts/index.ts';
import { type ModelProps, useChartModel } from '../charts/use-chart-model.ts';
import { DataTable, type TableColumn } from '../components/DataTable.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { hoverValueText } from '../text/number-text.ts';
import { counted } from '../text/translate.ts';
import { listedPositions, listedValue } from './points-grid.ts';

/** Maximum number of lines in the table. */
const columnLimit = 60;

/** Table of a chart's values, with a row per x and a column per experiment or group. */
export function PointsTable(
  props: ModelProps & { readonly settings: ChartSettings; readonly height: number },
): ReactElement {
  const { settings, height } = props;
  const t = useTranslate();
  const model = useChartModel(props, settings);
  const positions = useMemo(() => Array.from(listedPositions(model, settings.zoom)), [model, settings.zoom]);
  const columns = useMemo<TableColumn<number>[]>(
    () => [
      {
        id: 'x',
        title: model.xTitle,
        width: 96,
        pinned: true,
        cell: (at) => positionText(model, at, t),
      },
      ...model.lines.slice(0, columnLimit).map((line) => ({
        id: line.key,
        title: line.label,
        // A name with that of a metric is longer.
        width: model.metrics.length > 1 ? 200 : 120,
        numeric: true,
        cell: (at: number) => {
          const value = listedValue(line, at);
          return value === null ? '' : hoverValueText(value);
        },
        tooltip: (at: number) => String(listedValue(line, at) ?? ''),
      })),
    ],
    [model, t],
  );
  const more = model.lines.length - columnLimit;
  return (
    <>
      <DataTable
        label={t('Values of %1', model.title)}
        columns={columns}
        rows={positions}
        rowId={String}
        maxHeight={height}
      />
      {more > 0 && (
        <p className="tl-quiet">
          {model.metrics.length > 1
            ? counted(t, more, '%1 more series is not shown.', '%1 more series are not shown.')
            : counted(
                t,
                more,
                '%1 more experiment: hide some in the legend to see it.',
                '%1 more experiments: hide some in the legend to see them.',
              )}
        </p>
      )}
    </>
  );
}

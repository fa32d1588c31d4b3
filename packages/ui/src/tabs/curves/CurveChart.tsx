import { type ChartExperiment, curveData, curveMetrics } from '@tracklens/core/charts';
import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import { Chart, type ChartExports, type ExportFormat } from '../../charts/index.ts';
import { useTranslate } from '../../components/translate-context.ts';
import { ChartTableHead } from '../../gallery/ChartTableHead.tsx';
import { PointsTable } from '../../gallery/PointsTable.tsx';
import { useChartExports } from '../../gallery/use-chart-exports.ts';
import { useView } from '../../view/view-context.ts';
import type { curveOfBytes } from './curve-file.ts';
import { useCurveSettings } from './use-curve-settings.ts';

/** Curve with the name and the style of its experiment. */
export interface DrawnCurve extends ChartExperiment {
  readonly curve: NonNullable<ReturnType<typeof curveOfBytes>>;
}

const formats: readonly ExportFormat[] = ['png', 'png-2x', 'svg', 'html', 'csv'];
const metrics = [curveMetrics.y];
const height = 260;

/** Chart of one or more curves with the same name, or a table of their points. */
export function CurveChart({
  name,
  curves,
  fileNames,
}: {
  readonly name: string;
  /** Must be referentially stable while they are unchanged. */
  readonly curves: readonly DrawnCurve[];
  /** First parts of the names of saved files. */
  readonly fileNames: readonly string[];
}): ReactElement {
  const t = useTranslate();
  const { theme } = useView();
  const element = useRef<HTMLDivElement>(null);
  const movesFocus = useRef(false);
  const { settings, onChange } = useCurveSettings(name);
  const chart = useMemo(() => curveData(new Map(curves.map(({ key, curve }) => [key, curve]))), [curves]);
  const allExports = useChartExports({ fileNames }, name);
  const exports = useMemo<ChartExports>(() => ({ ...allExports, readAll: null, formats }), [allExports]);
  const { table } = settings;
  useEffect(() => {
    const shown = element.current?.querySelector<HTMLElement>(table ? '[role=grid]' : '.tracklens-plot');
    if (movesFocus.current) shown?.focus();
    movesFocus.current = false;
  }, [table]);
  const showTable = (next: boolean) => {
    movesFocus.current = true;
    onChange({ table: next });
  };
  const drawn = { title: name, metrics, chart, experiments: curves, settings, theme, height };
  return (
    <div ref={element} className="tl-curve-chart">
      {table ? (
        <>
          <ChartTableHead title={name} onLeave={() => showTable(false)} />
          <PointsTable {...drawn} />
        </>
      ) : (
        <Chart
          {...drawn}
          onChange={onChange}
          actions={[{ id: 'table', text: t('Show the values as a table'), onChoose: () => showTable(true) }]}
          exports={exports}
        />
      )}
    </div>
  );
}

import type { HistogramForm } from './histogram-form.ts';

/** Height of the chart and its margins in pixels. */
export const height = 240;
export const margin = { left: 46, right: 10, top: 10, bottom: 24 };

/** Distribution at one step, as shares of its values in bins of equal width. */
export interface StepRow {
  readonly step: number;
  readonly bins: Float64Array;
}

/** Positions in a chart of several steps, in pixels. */
export interface StepsLayout {
  /** Width within the margins. */
  readonly width: number;
  readonly binWidth: number;
  readonly rowHeight: number;
  /** Greatest share of all bins. */
  readonly highest: number;
  /** Returns the left edge of a bin. */
  x(column: number): number;
  /** Returns the base line of a ridge, or the top of a row of the heat map. */
  base(index: number): number;
  /** Returns the vertical position of a row's label. */
  labelTop(index: number): number;
  /** Returns the SVG path of a ridge; a closed one includes the area below it. */
  ridge(row: StepRow, index: number, closed: boolean): string;
  /** Returns the row at a vertical position. */
  rowAt(y: number): StepRow | undefined;
}

/** Returns the layout of a chart of several steps. */
export function stepsLayout(
  rows: readonly StepRow[],
  form: HistogramForm,
  size: { readonly width: number; readonly columns: number },
): StepsLayout {
  const highest = Math.max(...rows.map(({ bins }) => Math.max(...bins)), 1e-9);
  const inner = { width: size.width - margin.left - margin.right, height: height - margin.top - margin.bottom };
  const rowHeight = inner.height / rows.length;
  // Ridges may overlap those behind them. They are higher where there are fewer.
  const ridgeHeight = Math.min(inner.height * 0.5, Math.max(rowHeight * 2.2, 26));
  const isRidges = form === 'ridges';
  const base = (index: number) =>
    isRidges
      ? margin.top + ridgeHeight + (rows.length === 1 ? 1 : index / (rows.length - 1)) * (inner.height - ridgeHeight)
      : margin.top + index * rowHeight;
  const x = (column: number) => margin.left + (column / size.columns) * inner.width;
  return {
    width: inner.width,
    binWidth: inner.width / size.columns,
    rowHeight,
    highest,
    x,
    base,
    labelTop: (index) => base(index) + (isRidges ? 0 : rowHeight / 2),
    ridge({ bins }, index, closed) {
      const floor = base(index);
      const points = [...bins].map(
        (share, column) => `${x(column + 0.5).toFixed(1)},${(floor - (share / highest) * ridgeHeight).toFixed(1)}`,
      );
      const ends = closed ? [`${margin.left},${floor}`, ...points, `${size.width - margin.right},${floor}`] : points;
      return `M${ends.join('L')}${closed ? 'Z' : ''}`;
    },
    rowAt(y) {
      const index = isRidges
        ? Math.round(((y - margin.top - ridgeHeight) / (inner.height - ridgeHeight)) * (rows.length - 1))
        : Math.floor((y - margin.top) / rowHeight);
      return rows[Math.max(0, Math.min(rows.length - 1, index))];
    },
  };
}

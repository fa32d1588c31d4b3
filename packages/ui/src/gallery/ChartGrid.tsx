import type { MetricChart } from '@tracklens/core/charts';
import type { ReactElement } from 'react';
import { blockSize, blocksOf, cardRows, columnsIn, type ListPlace } from './card-layout.ts';
import { NearBlock } from './NearBlock.tsx';

/** Cards of a group in rows. Of a long group only those near the viewport are rendered. */
export function ChartGrid({
  charts,
  columns,
  width,
  isFirst,
  children,
}: {
  readonly charts: readonly MetricChart[];
  /** Number of columns that the user has chosen. */
  readonly columns: number | undefined;
  /** Width of the gallery in pixels. */
  readonly width: number;
  /** Whether the group is the first of the gallery. */
  readonly isFirst: boolean;
  readonly children: (chart: MetricChart, place: ListPlace) => ReactElement;
}): ReactElement {
  const isOnly = charts.length <= blockSize;
  // The browser finds the columns of a single block, and stretches the cards of a row that is not full.
  const fixed = columns ?? (isOnly ? undefined : columnsIn(width));
  const placeOf = (index: number) => ({ index, count: charts.length });
  return (
    <div role="list" className="tl-chart-blocks">
      {blocksOf(charts, blockSize).map((block, at) => (
        <NearBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other identity, and are never reordered.
          key={at}
          className="tl-chart-grid"
          style={fixed === undefined ? undefined : { gridTemplateColumns: `repeat(${fixed}, minmax(0, 1fr))` }}
          rows={() => cardRows(block, fixed ?? 1)}
          isFirst={isFirst && at === 0}
          isOnly={isOnly}
          place={placeOf(at * blockSize)}
        >
          {() => block.map((chart, index) => children(chart, placeOf(at * blockSize + index)))}
        </NearBlock>
      ))}
    </div>
  );
}

import type { MetricChart, MetricGroup } from '@tracklens/core/charts';
import { type ReactElement, useMemo } from 'react';
import { SharedRange } from '../charts/index.ts';
import { Icon } from '../components/Icon.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { countText } from '../text/number-text.ts';
import { ChartGrid } from './ChartGrid.tsx';
import type { ListPlace } from './card-layout.ts';
import { useChartOptions } from './use-chart-options.ts';

/** Charts of a metric group, with a heading that opens and closes them. */
export function MetricGroupSection({
  group,
  open,
  width,
  isFirst,
  children,
}: {
  readonly group: MetricGroup;
  readonly open: boolean;
  /** Width of the gallery in pixels. */
  readonly width: number;
  /** Whether it is the first group of the gallery. */
  readonly isFirst: boolean;
  readonly children: (chart: MetricChart, place: ListPlace, sharedRange: SharedRange | null) => ReactElement;
}): ReactElement {
  const t = useTranslate();
  const { options, change } = useChartOptions();
  const { columns, sameY } = options;
  const range = useMemo(() => (sameY ? new SharedRange() : null), [sameY]);
  const title = group.prefix === 'sys' ? t('System') : group.prefix;
  const grid = open && (
    <ChartGrid charts={group.charts} columns={columns} width={width} isFirst={isFirst}>
      {(chart, place) => children(chart, place, range)}
    </ChartGrid>
  );
  if (group.prefix === '') return <>{grid}</>;
  return (
    <section className="tl-group" aria-label={title}>
      <h3>
        <button
          type="button"
          className="tl-group-title"
          aria-expanded={open}
          onClick={() => change((before) => ({ opened: { ...before.opened, [group.prefix]: !open } }))}
        >
          <Icon name="chevron" className={open ? 'tl-open' : ''} />
          {title}
          <span className="tl-count">{countText(group.charts.length)}</span>
        </button>
      </h3>
      {grid}
    </section>
  );
}

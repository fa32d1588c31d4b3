import type { MetricGroup } from '@tracklens/core/charts';
import { type ReactElement, useMemo } from 'react';
import { type SameRange, sameRange } from '../charts/index.ts';
import { Icon } from '../components/Icon.tsx';
import { countText } from '../text/number-text.ts';
import { useView } from '../view/view-context.ts';
import { useChartOptions } from './use-chart-options.ts';

/** Charts of a metric group, with a heading that opens and closes them. */
export function MetricGroupSection({
  group,
  single,
  children,
}: {
  readonly group: MetricGroup;
  /** Whether it is the only group. It is then initially open. */
  readonly single: boolean;
  readonly children: (name: string, sharedRange: SameRange | null) => ReactElement;
}): ReactElement {
  const { t } = useView();
  const { options, change } = useChartOptions();
  const { columns, opened = {}, sameY } = options;
  const range = useMemo(() => (sameY ? sameRange() : null), [sameY]);
  const open = Object.hasOwn(opened, group.prefix) ? opened[group.prefix]! : !group.collapsed || single;
  const title = group.prefix === 'sys' ? t('System') : group.prefix;
  const grid = open && (
    <div
      className="tl-chart-grid"
      style={columns === undefined ? {} : { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {group.names.map((name) => children(name, range))}
    </div>
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
          <span className="tl-count">{countText(group.names.length)}</span>
        </button>
      </h3>
      {grid}
    </section>
  );
}

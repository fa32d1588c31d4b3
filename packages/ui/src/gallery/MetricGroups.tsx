import type { MetricChart, MetricGroup } from '@tracklens/core/charts';
import type { ReactElement } from 'react';
import type { SharedRange } from '../charts/index.ts';
import { blocksOf, columnsIn, groupRows, type ListPlace } from './card-layout.ts';
import { MetricGroupSection } from './MetricGroupSection.tsx';
import { NearBlock } from './NearBlock.tsx';
import { useChartOptions } from './use-chart-options.ts';

/** Number of groups in a block. Of more groups only those near the viewport are rendered. */
const groupsInBlock = 20;

/** Charts of metrics in groups. */
export function MetricGroups({
  groups,
  width,
  children,
}: {
  readonly groups: readonly MetricGroup[];
  /** Width of the gallery in pixels. */
  readonly width: number;
  readonly children: (chart: MetricChart, place: ListPlace, sharedRange: SharedRange | null) => ReactElement;
}): ReactElement {
  const { columns, opened = {} } = useChartOptions().options;
  const isOpen = ({ prefix, collapsed }: MetricGroup) =>
    Object.hasOwn(opened, prefix) ? opened[prefix]! : !collapsed || groups.length === 1;
  const blocks = blocksOf(groups, groupsInBlock);
  return (
    <>
      {blocks.map((block, at) => (
        <NearBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other identity, and are never reordered.
          key={at}
          className="tl-group-block"
          rows={() => groupRows(block, isOpen, columns ?? columnsIn(width))}
          isFirst={at === 0}
          isOnly={blocks.length === 1}
        >
          {() =>
            block.map((group, index) => (
              <MetricGroupSection
                key={group.prefix}
                group={group}
                open={isOpen(group)}
                width={width}
                isFirst={at === 0 && index === 0}
              >
                {children}
              </MetricGroupSection>
            ))
          }
        </NearBlock>
      ))}
    </>
  );
}

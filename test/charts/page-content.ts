import type { ChartProps } from '@tracklens/ui/charts';
import type { ChartShape } from './generated-chart.ts';

/** What the address of the chart page says to show. */
export interface PageContent {
  readonly charts: readonly Partial<ChartProps>[];
  readonly shape: ChartShape;
}

/** The address's hash for some content. */
export function hashOf(content: PageContent): string {
  return `#${encodeURIComponent(JSON.stringify(content))}`;
}

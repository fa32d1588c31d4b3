import type { ChartProps } from '@tracklens/ui/charts';
import type { ChartShape } from './generated-chart.ts';

/** Content that the URL of the chart page selects. */
export interface PageContent {
  readonly charts: readonly Partial<ChartProps>[];
  readonly shape: ChartShape;
  /** Whether the charts can be saved. The last saved file is in `data-saved` of the body, in base64. */
  readonly canSave?: boolean;
}

/** Returns the URL hash of a content. */
export function hashOf(content: PageContent): string {
  return `#${encodeURIComponent(JSON.stringify(content))}`;
}

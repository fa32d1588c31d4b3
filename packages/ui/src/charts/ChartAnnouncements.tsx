import type { ChartModel } from '@tracklens/core/charts';
import type { ReactElement } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import type { HoverValues } from './chart-interaction.ts';
import { spokenEntry, zoomText } from './hover-text.ts';
import type { ChartZoom } from './use-zoom-history.ts';

const keysText =
  /* message */ 'Left and right arrow keys move along the points, up and down keys between experiments. Plus and minus zoom, Escape shows everything. ' +
  'Question mark lists all keys.';

/** Texts of a chart for screen readers: its keys, the value that the keyboard has moved to, and the zoom. */
export function ChartAnnouncements({
  model,
  hovered,
  zoom: { zoom, history },
  keysId,
}: {
  readonly model: ChartModel;
  readonly hovered: HoverValues | null;
  readonly zoom: ChartZoom;
  /** Id of the element with the keys, which describes the plot. */
  readonly keysId: string;
}): ReactElement {
  const t = useTranslate();
  const focused = hovered?.movedBy ? hovered.entries.find(({ line }) => line.key === hovered.nearestKey) : undefined;
  return (
    <>
      <span id={keysId} className="tracklens-chart-hidden">
        {t(keysText)}
      </span>
      <span role="status" className="tracklens-chart-hidden">
        {focused ? spokenEntry(model, focused, hovered?.movedBy === 'line', t) : ''}
      </span>
      <span role="status" className="tracklens-chart-hidden">
        {history.past.length + history.future.length > 0 ? zoomText(model, zoom, t) : ''}
      </span>
    </>
  );
}

import type { ChartModel } from '@tracklens/core/charts';
import type { ReactElement, RefObject } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import { ChartTooltip } from './ChartTooltip.tsx';
import type { HoverValues } from './chart-interaction.ts';
import type { ChartExports } from './export/export-chart.ts';
import { hoverTable } from './hover-text.ts';

/** Element that a chart is drawn in, with a message where it is empty, and the tooltip. */
export function ChartPlot({
  plot,
  title,
  height,
  model,
  message,
  hovered,
  describedBy,
  exports,
  onUnpin,
}: {
  readonly plot: RefObject<HTMLDivElement>;
  readonly title: string;
  readonly height: number;
  readonly model: ChartModel;
  readonly message: string | null;
  readonly hovered: HoverValues | null;
  /** Id of the element with the keys. */
  readonly describedBy: string;
  readonly exports: ChartExports | null;
  readonly onUnpin: () => void;
}): ReactElement {
  const t = useTranslate();
  const copyValues = async (to: ChartExports, values: HoverValues) => {
    try {
      await to.copy(hoverTable(model, values.entries));
      return true;
    } catch (error) {
      to.report(error);
      return false;
    }
  };
  // Outside `role="application"`, screen readers handle the arrow keys themselves.
  return (
    <div role="application" aria-label={t('Chart of %1', title)} style={{ position: 'relative', height }}>
      <div
        ref={plot}
        className="tracklens-plot"
        style={{ height }}
        role="img"
        // The focus may move here before the drawing code is loaded.
        tabIndex={-1}
        // Replaced by a description of each drawing.
        aria-label={title}
        aria-describedby={describedBy}
      />
      {message ? <div className="tracklens-chart-message">{message}</div> : null}
      {hovered && hovered.entries.length > 0 ? (
        <ChartTooltip
          model={model}
          hovered={hovered}
          onCopy={exports ? () => copyValues(exports, hovered) : null}
          onUnpin={onUnpin}
        />
      ) : null}
    </div>
  );
}

import type { ReactElement } from 'react';
import { useTranslate } from '../components/translate-context.ts';

/** Heading of a chart that is shown as a table, with a button that shows the chart. */
export function ChartTableHead({
  title,
  onLeave,
}: {
  readonly title: string;
  readonly onLeave: () => void;
}): ReactElement {
  const t = useTranslate();
  return (
    <div className="tl-chart-table-head">
      <span className="tl-chart-name" title={title}>
        {title}
      </span>
      <button type="button" className="tl-button" onClick={onLeave}>
        {t('Show the chart')}
      </button>
    </div>
  );
}

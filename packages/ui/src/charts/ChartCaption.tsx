import type { ReactElement } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import type { ChartStats } from './chart-stats.ts';

/** Line below a chart: how many points it shows, and a button that shows all of them. */
export function ChartCaption({
  stats,
  full,
  onFull,
}: {
  readonly stats: ChartStats | null;
  readonly full: boolean;
  /** Null where the button has no effect. */
  readonly onFull: ((full: boolean) => void) | null;
}): ReactElement {
  const t = useTranslate();
  return (
    <div className="tracklens-chart-caption">
      {stats?.caption ?? '\u00a0'}
      {onFull && stats && (full || leftOut(stats) > 0) ? (
        <button type="button" aria-pressed={full} onClick={() => onFull(!full)}>
          {full ? t('Show fewer points') : t('Show all points')}
        </button>
      ) : null}
    </div>
  );
}

/** Returns the number of logged points that are neither drawn nor marked. */
const leftOut = ({ pointsShown, pointsTotal, nan, infinite }: ChartStats) => pointsTotal - pointsShown - nan - infinite;

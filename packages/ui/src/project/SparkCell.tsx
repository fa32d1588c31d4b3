import { memo, type ReactElement } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import { numberText } from '../text/number-text.ts';
import type { Translate } from '../text/translate.ts';
import { type Sparkline, sparkSize } from './sparkline.ts';

/** Returns the text description of a sparkline, for screen readers and for the tooltip. */
export function sparkText({ first, last, min, max }: Sparkline, t: Translate): string {
  return t('first %1, last %2, min %3, max %4', numberText(first), numberText(last), numberText(min), numberText(max));
}

/** Cell with the sparkline of a metric. */
export const SparkCell = memo(function SparkCell({
  spark,
  color,
}: {
  readonly spark: Sparkline;
  /** Color of the experiment if it is drawn in the charts. */
  readonly color: string | undefined;
}): ReactElement {
  const t = useTranslate();
  const { width, height } = sparkSize;
  return (
    <svg
      className="tl-spark"
      role="img"
      aria-label={sparkText(spark, t)}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      style={color === undefined ? {} : ({ '--tl-spark': color } as object)}
    >
      <path d={spark.path} />
    </svg>
  );
});

import { memo, type ReactElement } from 'react';
import { numberText } from '../text/number-text.ts';
import type { Translate } from '../text/translate.ts';
import { type Sparkline, sparkSize } from './sparkline.ts';

/** A line in words: for who does not see it, and for its tooltip. */
export function sparkText({ first, last, min, max }: Sparkline, t: Translate): string {
  return t('first %1, last %2, min %3, max %4', numberText(first), numberText(last), numberText(min), numberText(max));
}

/** A metric's course in a cell. */
export const SparkCell = memo(function SparkCell({
  spark,
  color,
  t,
}: {
  readonly spark: Sparkline;
  /** Of the experiment, where it has one in the charts. */
  readonly color: string | undefined;
  readonly t: Translate;
}): ReactElement {
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

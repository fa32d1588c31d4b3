import type { ChartOptions } from '@tracklens/core/display';
import { type ReactElement, useId } from 'react';
import { decimalText } from '../text/number-text.ts';
import { useView } from '../view/view-context.ts';

type Smoothing = NonNullable<ChartOptions['smoothing']>;

/** Smoothing methods with their initial amounts. The input of time-based ones is in seconds. */
const ways = {
  ema: { title: 'Exponential', start: 0.6, smoothing: (amount: number): Smoothing => ({ method: 'ema', amount }) },
  steps: {
    title: 'Half-life in steps',
    start: 10,
    smoothing: (amount: number): Smoothing => ({ method: 'half-life', amount }),
  },
  seconds: {
    title: 'Half-life in seconds',
    start: 30,
    smoothing: (amount: number): Smoothing => ({ method: 'half-life', amount: amount * 1000, of: 'millis' }),
  },
  mean: {
    title: 'Mean of a window',
    start: 9,
    smoothing: (amount: number): Smoothing => ({ method: 'mean', amount: Math.round(amount) }),
  },
  median: {
    title: 'Median of a window',
    start: 9,
    smoothing: (amount: number): Smoothing => ({ method: 'median', amount: Math.round(amount) }),
  },
} as const;

type Way = keyof typeof ways;

function wayOf({ method, of }: Smoothing): Way {
  if (method === 'half-life') return of === 'millis' ? 'seconds' : 'steps';
  return method;
}

/** Controls for the smoothing method and its amount. */
export function SmoothingField({
  smoothing,
  onChange,
}: {
  readonly smoothing: Smoothing | undefined;
  readonly onChange: (smoothing: Smoothing | undefined) => void;
}): ReactElement {
  const { t } = useView();
  const id = useId();
  const way = smoothing && wayOf(smoothing);
  const amount = smoothing ? (way === 'seconds' ? smoothing.amount / 1000 : smoothing.amount) : 0;
  return (
    <span className="tl-field">
      <label htmlFor={`${id}-way`}>{t('Smoothing')}</label>
      <select
        id={`${id}-way`}
        value={way ?? ''}
        onChange={({ target }) => {
          const next = target.value as Way | '';
          onChange(next === '' ? undefined : ways[next].smoothing(ways[next].start));
        }}
      >
        <option value="">{t('Off')}</option>
        {(Object.keys(ways) as Way[]).map((each) => (
          <option key={each} value={each}>
            {t(ways[each].title)}
          </option>
        ))}
      </select>
      {way === 'ema' && (
        <>
          <input
            type="range"
            min={0}
            max={0.999}
            step={0.001}
            value={amount}
            aria-label={t('Smoothing weight')}
            aria-valuetext={decimalText(amount, 3)}
            onChange={({ target }) => onChange(ways.ema.smoothing(Number(target.value)))}
          />
          <output className="tl-output">{decimalText(amount, amount > 0.99 ? 3 : 2)}</output>
        </>
      )}
      {way !== undefined && way !== 'ema' && (
        <input
          type="number"
          className="tl-number-field"
          min={1}
          step={way === 'mean' || way === 'median' ? 2 : 'any'}
          value={amount}
          aria-label={t(ways[way].title)}
          onKeyDown={(event) => event.stopPropagation()}
          onChange={({ target }) => {
            const next = Number(target.value);
            if (next > 0 && Number.isFinite(next)) onChange(ways[way].smoothing(next));
          }}
        />
      )}
    </span>
  );
}

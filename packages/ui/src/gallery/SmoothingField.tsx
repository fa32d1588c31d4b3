import type { ChartOptions } from '@tracklens/core/display';
import { type ReactElement, useId, useState } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import { decimalText } from '../text/number-text.ts';
import type { FieldProps } from './field-props.ts';

type Smoothing = NonNullable<ChartOptions['smoothing']>;

/** Smoothing methods with their initial amounts. The input of time-based ones is in seconds. */
const methods = {
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

type Method = keyof typeof methods;

function methodOf({ method, of }: Smoothing): Method {
  if (method === 'half-life') return of === 'millis' ? 'seconds' : 'steps';
  return method;
}

/** Controls for the smoothing method and its amount. */
export function SmoothingField({ options: { smoothing }, change }: FieldProps): ReactElement {
  const t = useTranslate();
  const onChange = (next: Smoothing | undefined) => change({ smoothing: next });
  const id = useId();
  const method = smoothing && methodOf(smoothing);
  const amount = smoothing ? (method === 'seconds' ? smoothing.amount / 1000 : smoothing.amount) : 0;
  return (
    <span className="tl-field">
      <label htmlFor={`${id}-method`}>{t('Smoothing')}</label>
      <select
        id={`${id}-method`}
        value={method ?? ''}
        onChange={({ target }) => {
          const next = target.value as Method | '';
          onChange(next === '' ? undefined : methods[next].smoothing(methods[next].start));
        }}
      >
        <option value="">{t('Off')}</option>
        {(Object.keys(methods) as Method[]).map((each) => (
          <option key={each} value={each}>
            {t(methods[each].title)}
          </option>
        ))}
      </select>
      {method === 'ema' && (
        <>
          <input
            type="range"
            min={0}
            max={0.999}
            step={0.001}
            value={amount}
            aria-label={t('Smoothing weight')}
            aria-valuetext={decimalText(amount, 3)}
            onChange={({ target }) => onChange(methods.ema.smoothing(Number(target.value)))}
          />
          <output className="tl-output">{decimalText(amount, amount > 0.99 ? 3 : 2)}</output>
        </>
      )}
      {method !== undefined && method !== 'ema' && (
        <AmountField key={method} method={method} amount={amount} onChange={onChange} />
      )}
    </span>
  );
}

/** Number field of an amount. Shows the typed text until the focus leaves, and passes on only valid amounts. */
function AmountField({
  method,
  amount,
  onChange,
}: {
  readonly method: Exclude<Method, 'ema'>;
  readonly amount: number;
  readonly onChange: (next: Smoothing) => void;
}): ReactElement {
  const t = useTranslate();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      type="number"
      className="tl-number-field"
      min={1}
      step={method === 'mean' || method === 'median' ? 2 : 'any'}
      value={typed ?? amount}
      aria-label={t(methods[method].title)}
      onKeyDown={(event) => event.stopPropagation()}
      onBlur={() => setTyped(null)}
      onChange={({ target }) => {
        setTyped(target.value);
        const next = methods[method].smoothing(Number(target.value));
        if (next.amount > 0 && Number.isFinite(next.amount)) onChange(next);
      }}
    />
  );
}

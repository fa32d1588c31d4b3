import { type FormEvent, type ReactElement, useState } from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { CheckField } from '../components/CheckField.tsx';
import { Icon } from '../components/Icon.tsx';
import { Popup } from '../components/Popup.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { fieldText, typedNumber } from '../text/number-text.ts';
import { shortened } from './PlotFigure.tsx';
import type { AxisRange, AxisScale, NumberScale } from './plot-axes.ts';

/** Name of an axis of the parallel coordinates: a menu with its settings, and a button that removes the axis. */
export function AxisMenu({
  title,
  numbers,
  range,
  onScale,
  onRange,
  onMove,
  onRemove,
}: {
  readonly title: string;
  /** Null for an axis of texts. */
  readonly numbers: NumberScale | null;
  readonly range: AxisRange | null;
  readonly onScale: (scale: AxisScale) => void;
  readonly onRange: (range: AxisRange | null) => void;
  /** Moves the axis to the left (-1) or to the right (1); null where it has no neighbor. */
  readonly onMove: { readonly left: (() => void) | null; readonly right: (() => void) | null };
  readonly onRemove: () => void;
}): ReactElement {
  const t = useTranslate();
  return (
    <span className="tl-axis-menu" title={title}>
      <Popup icon="settings" label={shortened(title, 30)} title={t('Axis %1', title)}>
        {(close) => (
          <>
            {numbers && (
              <>
                <CheckField
                  label={t('Logarithmic scale')}
                  checked={numbers.scale === 'log'}
                  onChange={(isLog) => onScale(isLog ? 'log' : 'linear')}
                />
                <RangeForm
                  key={String(range)}
                  range={range}
                  onRange={(next) => {
                    onRange(next);
                    close();
                  }}
                />
              </>
            )}
            <div className="tl-toolbar">
              <ActionButton className="tl-button" enabled={onMove.left !== null} onClick={() => onMove.left?.()}>
                {t('Move left')}
              </ActionButton>
              <ActionButton className="tl-button" enabled={onMove.right !== null} onClick={() => onMove.right?.()}>
                {t('Move right')}
              </ActionButton>
            </div>
          </>
        )}
      </Popup>
      <button type="button" className="tl-icon-button" aria-label={t('Remove the axis %1', title)} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
}

/** Form for the range of an axis. Two empty fields remove the range. */
function RangeForm({
  range,
  onRange,
}: {
  readonly range: AxisRange | null;
  readonly onRange: (range: AxisRange | null) => void;
}): ReactElement {
  const t = useTranslate();
  const [isInvalid, setInvalid] = useState(false);
  const fields = [
    ['from', t('from')],
    ['to', t('to')],
  ] as const;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const [from, to] = fields.map(([name]) => String(given.get(name) ?? '').trim()) as [string, string];
    if (from === '' && to === '') return onRange(null);
    const low = from === '' ? -Number.MAX_VALUE : typedNumber(from);
    const high = to === '' ? Number.MAX_VALUE : typedNumber(to);
    if (low <= high) onRange([low, high]);
    else setInvalid(true);
  };
  return (
    <form className="tl-axis-range" aria-label={t('Range of values')} onSubmit={submit}>
      {fields.map(([name, label], end) => (
        <input
          key={name}
          name={name}
          aria-label={label}
          placeholder={label}
          inputMode="decimal"
          size={9}
          aria-invalid={isInvalid}
          defaultValue={range === null || Math.abs(range[end]!) === Number.MAX_VALUE ? '' : fieldText(range[end]!)}
          onInput={() => setInvalid(false)}
        />
      ))}
      <button type="submit" className="tl-button">
        {t('Apply')}
      </button>
      {isInvalid && <p role="alert">{t('Enter numbers, the smaller one first.')}</p>}
    </form>
  );
}

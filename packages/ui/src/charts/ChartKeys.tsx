import { type ReactElement, useEffect, useRef } from 'react';
import type { Translate } from '../text/translate.ts';

/** Keys and pointer gestures of a chart, with their meanings. */
const gestures: readonly (readonly [keys: string, meaning: string])[] = [
  ['← →', 'next point'],
  ['Page Up, Page Down', 'move by ten points'],
  ['Home, End', 'first and last point'],
  ['↑ ↓', 'next experiment'],
  ['Enter, or click', 'pin the values'],
  ['+ −, or Ctrl and wheel', 'zoom'],
  ['drag', 'zoom into a box'],
  ['Shift and drag', 'zoom the value axis only'],
  ['Shift and arrows, or Alt and drag', 'move'],
  ['Backspace, with Shift', 'previous zoom, next zoom'],
  ['Escape, or double-click', 'show everything'],
  ['?', 'this list'],
];

/** Keys that are handled by the parent, where it supports them. */
const keysAround: typeof gestures = [
  ['t', 'values as a table'],
  ['l, Shift and l', 'logarithmic values, logarithmic x'],
];

/** Dialog over the chart that lists its keys and gestures. */
export function ChartKeys({
  title,
  more,
  onLeave,
  t,
}: {
  readonly title: string;
  /** Whether the parent handles the keys for the table and the scales. */
  readonly more: boolean;
  readonly onLeave: () => void;
  readonly t: Translate;
}): ReactElement {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <div
      className="tracklens-chart-keys"
      role="dialog"
      aria-label={t('Keys and gestures of %1', title)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onLeave();
      }}
    >
      <dl tabIndex={0}>
        {[...gestures, ...(more ? keysAround : [])].map(([keys, meaning]) => (
          <div key={keys}>
            <dt>{t(keys)}</dt>
            <dd>{t(meaning)}</dd>
          </div>
        ))}
      </dl>
      <button ref={close} type="button" onClick={onLeave}>
        {t('Close')}
      </button>
    </div>
  );
}

import { type ReactElement, useEffect, useRef } from 'react';
import { useTranslate } from '../components/translate-context.ts';

/** Keys and pointer gestures of a chart, with their meanings. */
const gestures: readonly (readonly [keys: string, meaning: string])[] = [
  [/* message */ '← →', /* message */ 'next point'],
  [/* message */ 'Page Up, Page Down', /* message */ 'move by ten points'],
  [/* message */ 'Home, End', /* message */ 'first and last point'],
  [/* message */ '↑ ↓', /* message */ 'next experiment'],
  [/* message */ 'Enter, or click', /* message */ 'pin the values'],
  [/* message */ '+ −, or Ctrl and wheel', /* message */ 'zoom'],
  [/* message */ 'drag', /* message */ 'zoom into a box'],
  [/* message */ 'Shift and drag', /* message */ 'zoom the value axis only'],
  [/* message */ 'Shift and arrows, or Alt and drag', /* message */ 'move'],
  [/* message */ 'Backspace, with Shift', /* message */ 'previous zoom, next zoom'],
  [/* message */ 'Escape, or double-click', /* message */ 'show everything'],
  [/* message */ '?', /* message */ 'this list'],
];

/** Keys that are handled by the parent, where it supports them. */
const parentKeys: typeof gestures = [
  [/* message */ 't', /* message */ 'values as a table'],
  [/* message */ 'l, Shift and l', /* message */ 'logarithmic values, logarithmic x'],
];

/** Dialog over the chart that lists its keys and gestures. */
export function ChartKeys({
  title,
  hasParentKeys,
  onLeave,
}: {
  readonly title: string;
  /** Whether the parent handles the keys for the table and the scales. */
  readonly hasParentKeys: boolean;
  readonly onLeave: () => void;
}): ReactElement {
  const t = useTranslate();
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
        {[...gestures, ...(hasParentKeys ? parentKeys : [])].map(([keys, meaning]) => (
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

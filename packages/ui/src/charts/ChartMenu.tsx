import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import type { Translate } from '../text/translate.ts';
import type { ExportFormat } from './export/export-chart.ts';

/** Additional entry of a chart's menu. With `checked` it is a toggle. */
export interface ChartAction {
  readonly id: string;
  readonly text: string;
  readonly checked?: boolean | undefined;
  onChoose(): void;
}

const formats: readonly (readonly [ExportFormat, string])[] = [
  ['png', 'Save as PNG'],
  ['png-2x', 'Save as PNG, twice the size'],
  ['svg', 'Save as SVG'],
  ['html', 'Save as HTML page'],
  ['csv', 'Save what is drawn as CSV'],
  ['csv-all', 'Save all points as CSV'],
  ['json', 'Save all points as JSON'],
  ['python', 'Copy as Python'],
  ['typescript', 'Copy as TypeScript'],
];

/** Menu button with the actions and export formats of a chart, fully usable with the keyboard. */
export function ChartMenu({
  title,
  actions,
  onExport,
  t,
}: {
  readonly title: string;
  readonly actions: readonly ChartAction[];
  /** Exports the chart and returns the message to show. Null where export is unavailable. */
  readonly onExport: ((format: ExportFormat) => Promise<string | null>) | null;
  readonly t: Translate;
}): ReactElement {
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const root = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    menu.current?.querySelector('button')?.focus();
    const page = root.current!.ownerDocument;
    const close = (event: PointerEvent) => {
      if (!event.composedPath().includes(root.current!)) setOpen(false);
    };
    page.addEventListener('pointerdown', close);
    return () => page.removeEventListener('pointerdown', close);
  }, [open]);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), 2500);
    return () => clearTimeout(timer);
  }, [said]);

  const leave = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = all.indexOf(event.target as HTMLButtonElement);
    const to = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at + all.length - 1) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (to !== undefined) all[to]?.focus();
    else if (event.key === 'Escape') leave();
    else if (event.key === 'Tab') return setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <span ref={root} className="tracklens-chart-menu">
      <span role="status" className="tracklens-chart-said">
        {said}
      </span>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={t('Options and export of %1', title)}
        title={t('Options, save or copy')}
        onClick={() => setOpen(!open)}
      >
        <svg width={14} height={14} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
          <path
            d="M3.500 8v.1M8 8v.1M12.500 8v.1"
            fill="none"
            stroke="currentColor"
            strokeWidth={2.4}
            strokeLinecap="round"
          />
        </svg>
      </button>
      {open ? (
        <div
          ref={menu}
          role="menu"
          aria-label={t('Options and export of %1', title)}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {actions.map(({ id, text, checked, onChoose }) => (
            <button
              key={id}
              type="button"
              {...(checked === undefined
                ? { role: 'menuitem' }
                : { role: 'menuitemcheckbox', 'aria-checked': checked })}
              tabIndex={-1}
              data-action={id}
              onClick={() => {
                leave();
                onChoose();
              }}
            >
              {text}
            </button>
          ))}
          {onExport && actions.length > 0 ? <hr /> : null}
          {onExport &&
            formats.map(([format, text]) => (
              <button
                key={format}
                type="button"
                role="menuitem"
                tabIndex={-1}
                data-format={format}
                onClick={async () => {
                  leave();
                  setSaid(await onExport(format));
                }}
              >
                {t(text)}
              </button>
            ))}
        </div>
      ) : null}
    </span>
  );
}

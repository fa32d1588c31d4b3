import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Menu, MenuItem } from '../components/Menu.tsx';
import { useTranslate } from '../components/translate-context.ts';
import type { ExportFormat } from './export/export-chart.ts';

/** Additional entry of a chart's menu. With `checked` it is a toggle. */
export interface ChartAction {
  readonly id: string;
  readonly text: string;
  readonly checked?: boolean | undefined;
  onChoose(): void;
}

const formatTexts: readonly (readonly [ExportFormat, string])[] = [
  ['png', /* message */ 'Save as PNG'],
  ['png-2x', /* message */ 'Save as PNG, twice the size'],
  ['svg', /* message */ 'Save as SVG'],
  ['html', /* message */ 'Save as HTML page'],
  ['csv', /* message */ 'Save the drawn points as CSV'],
  ['csv-all', /* message */ 'Save all points as CSV'],
  ['json', /* message */ 'Save all points as JSON'],
  ['python', /* message */ 'Copy as Python'],
  ['typescript', /* message */ 'Copy as TypeScript'],
];

/** Duration in milliseconds for which the result of an export is shown. */
const messageMillis = 2500;

/** Menu button with the actions and export formats of a chart, fully usable with the keyboard. */
export function ChartMenu({
  title,
  actions,
  formats,
  onExport,
}: {
  readonly title: string;
  readonly actions: readonly ChartAction[];
  /** Offered formats. Default: all. */
  readonly formats: readonly ExportFormat[] | undefined;
  /** Exports the chart and returns the message to show. Null where export is unavailable. */
  readonly onExport: ((format: ExportFormat) => Promise<string | null>) | null;
}): ReactElement {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const root = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(() => setMessage(null), messageMillis);
    return () => clearTimeout(timer);
  }, [message]);
  const leave = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <span ref={root} className="tracklens-chart-menu">
      <span role="status" className="tracklens-chart-result">
        {message}
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
        <MenuIcon />
      </button>
      {open ? (
        <Menu label={t('Options and export of %1', title)} root={root} onLeave={leave} onClose={() => setOpen(false)}>
          {actions.map(({ id, text, checked, onChoose }) => (
            <MenuItem key={id} data-action={id} checked={checked} onChoose={onChoose} onLeave={leave}>
              {text}
            </MenuItem>
          ))}
          {onExport && actions.length > 0 ? <hr /> : null}
          {onExport &&
            formatTexts.map(([format, text]) => {
              if (formats && !formats.includes(format)) return null;
              const save = async () => setMessage(await onExport(format));
              return (
                <MenuItem key={format} data-format={format} onChoose={save} onLeave={leave}>
                  {t(text)}
                </MenuItem>
              );
            })}
        </Menu>
      ) : null}
    </span>
  );
}

function MenuIcon(): ReactElement {
  return (
    <svg width={14} height={14} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d="M3.500 8v.1M8 8v.1M12.500 8v.1"
        fill="none"
        stroke="currentColor"
        strokeWidth={2.4}
        strokeLinecap="round"
      />
    </svg>
  );
}

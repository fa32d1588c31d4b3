import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import type { ExportFormat } from './export/export-chart.ts';

const items: readonly (readonly [ExportFormat, string])[] = [
  ['png', 'Save as PNG'],
  ['png-2x', 'Save as PNG, twice the size'],
  ['svg', 'Save as SVG'],
  ['html', 'Save as HTML page'],
  ['csv', 'Save what is drawn as CSV'],
  ['csv-all', 'Save all points as CSV'],
  ['python', 'Copy as Python'],
  ['typescript', 'Copy as TypeScript'],
];

/** What a chart can be taken away as: a menu button with the whole keyboard of one. */
export function ChartMenu({
  title,
  onChoose,
}: {
  readonly title: string;
  readonly onChoose: (format: ExportFormat) => Promise<string | null>;
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
  const choose = async (format: ExportFormat) => {
    leave();
    setSaid(await onChoose(format));
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
        aria-label={`Export ${title}`}
        title="Save or copy this chart"
        onClick={() => setOpen(!open)}
      >
        <svg width={14} height={14} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
          <path
            d="M8 2v8.5M4.5 7.200l3.500 3.500l3.500-3.500M2.500 13.500h11"
            fill="none"
            stroke="currentColor"
            strokeWidth={1.5}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </button>
      {open ? (
        <div ref={menu} role="menu" aria-label={`Export ${title}`} tabIndex={-1} onKeyDown={onKeyDown}>
          {items.map(([format, text]) => (
            <button
              key={format}
              type="button"
              role="menuitem"
              tabIndex={-1}
              data-format={format}
              onClick={() => choose(format)}
            >
              {text}
            </button>
          ))}
        </div>
      ) : null}
    </span>
  );
}

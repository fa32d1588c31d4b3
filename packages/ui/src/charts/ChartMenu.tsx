import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
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
  ['csv', 'Save the drawn points as CSV'],
  ['csv-all', 'Save all points as CSV'],
  ['json', 'Save all points as JSON'],
  ['python', 'Copy as Python'],
  ['typescript', 'Copy as TypeScript'],
];

/** Duration in milliseconds for which the result of an export is shown. */
const messageMillis = 2500;

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
            formats.map(([format, text]) => {
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

/** Open menu. It takes the focus, and closes at a press outside of `root`. */
function Menu({
  label,
  root,
  onLeave,
  onClose,
  children,
}: {
  readonly label: string;
  readonly root: RefObject<HTMLElement>;
  /** Closes the menu and returns the focus to its button. */
  readonly onLeave: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactElement {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => menu.current?.querySelector('button')?.focus(), []);
  useEffect(() => {
    const page = root.current!.ownerDocument;
    const close = (event: PointerEvent) => {
      if (!event.composedPath().includes(root.current!)) onClose();
    };
    page.addEventListener('pointerdown', close);
    return () => page.removeEventListener('pointerdown', close);
  }, [root, onClose]);
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])];
    const current = items.indexOf(event.target as HTMLButtonElement);
    const next = nextItem(event.key, current, items.length);
    if (next !== null) items[next]?.focus();
    else if (event.key === 'Escape') onLeave();
    else if (event.key === 'Tab') return onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={menu} role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}

/** Returns the index of the item that a key moves to, or null for another key. */
function nextItem(key: string, current: number, count: number): number | null {
  if (key === 'ArrowDown') return (current + 1) % count;
  if (key === 'ArrowUp') return (current + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Entry of the menu; with `checked` a toggle. */
function MenuItem({
  checked,
  onChoose,
  onLeave,
  children,
  ...data
}: {
  readonly checked?: boolean | undefined;
  readonly onChoose: () => void;
  readonly onLeave: () => void;
  readonly children: ReactNode;
  readonly 'data-action'?: string;
  readonly 'data-format'?: string;
}): ReactElement {
  return (
    <button
      type="button"
      {...(checked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': checked })}
      {...data}
      tabIndex={-1}
      onClick={() => {
        onLeave();
        onChoose();
      }}
    >
      {children}
    </button>
  );
}

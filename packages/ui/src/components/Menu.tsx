import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react';

/** Open menu. It takes the focus, and closes at a press outside of `root`. Arrow keys, Home and End move. */
export function Menu({
  label,
  root,
  onLeave,
  onClose,
  style,
  children,
}: {
  readonly label: string;
  readonly root: RefObject<HTMLElement>;
  /** Closes the menu and returns the focus to its button. */
  readonly onLeave: () => void;
  readonly onClose: () => void;
  readonly style?: CSSProperties;
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
    <div
      ref={menu}
      role="menu"
      className="tl-menu"
      aria-label={label}
      tabIndex={-1}
      style={style}
      onKeyDown={onKeyDown}
    >
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

/** Entry of a menu; with `checked` a toggle. */
export function MenuItem({
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
  readonly 'data-action'?: string | undefined;
  readonly 'data-format'?: string | undefined;
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

import {
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { popupLeft, popupMargin } from './popup-position.ts';
import { useEvent } from './use-event.ts';

/**
 * Button that opens a small dialog below it. Escape and a press outside close it; Escape restores the focus. A field
 * inside that handles Escape itself stops the event.
 */
export function Popup({
  icon,
  label,
  title,
  className = '',
  children,
}: {
  readonly icon: IconName;
  /** Content of the button. */
  readonly label: ReactNode;
  /** Accessible name of the dialog. */
  readonly title: string;
  readonly className?: string;
  readonly children: (close: () => void) => ReactNode;
}): ReactElement {
  const [open, setOpen] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useWithinView(popup, open);
  useEffect(() => {
    if (!open) return;
    popup.current?.querySelector<HTMLElement>('input, select, button')?.focus();
    const close = (event: PointerEvent) => {
      const path = event.composedPath();
      if (!path.includes(popup.current!) && !path.includes(button.current!)) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [open]);
  const close = useEvent(() => {
    setOpen(false);
    button.current?.focus();
  });
  return (
    <span className="tl-popup-anchor">
      <button
        ref={button}
        type="button"
        className="tl-button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name={icon} />
        {label}
      </button>
      {open && (
        <div
          ref={popup}
          id={id}
          className={`tl-popup ${className}`}
          role="dialog"
          aria-label={title}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            close();
          }}
        >
          {children(close)}
        </div>
      )}
    </span>
  );
}

/** Keeps an open popup within its view, also when the view becomes narrower. */
function useWithinView(popup: RefObject<HTMLElement | null>, open: boolean): void {
  useLayoutEffect(() => {
    const element = popup.current;
    const view = element?.closest('.tl-root');
    if (!open || !element || !view) return;
    fitInto(view, element);
    const sizes = new ResizeObserver(() => fitInto(view, element));
    sizes.observe(view);
    return () => sizes.disconnect();
  }, [popup, open]);
}

/** Limits the width of a popup to its view, and moves the popup into the view. */
function fitInto(view: Element, popup: HTMLElement): void {
  const { left, width: viewWidth } = view.getBoundingClientRect();
  popup.style.maxWidth = `${viewWidth - 2 * popupMargin}px`;
  const anchor = popup.parentElement!.getBoundingClientRect().left;
  popup.style.left = `${popupLeft({ anchor, width: popup.offsetWidth, left, right: left + viewWidth })}px`;
}

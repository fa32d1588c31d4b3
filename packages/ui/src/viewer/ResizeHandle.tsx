import { heightRange, type ThemeKind } from '@tracklens/core/display';
import { type KeyboardEvent, type PointerEvent, type ReactElement, type RefObject, useRef, useState } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import { allowedHeight, heightAfterKey } from './resized-height.ts';

/** Properties of a resize handle. */
export interface ResizeHandleProps {
  /** Element that is resized. */
  readonly element: RefObject<HTMLElement | null>;
  /** Chosen height; `undefined` for that of the content. */
  readonly height: number | undefined;
  /** Called for each intermediate height. */
  readonly onResize: (height: number | undefined) => void;
  /** Called when a height has been chosen. */
  readonly onResized: ((height: number | undefined) => void) | undefined;
  readonly theme: ThemeKind;
}

interface Drag {
  readonly startY: number;
  readonly startHeight: number;
  /** Height that was chosen before. */
  readonly chosen: number | undefined;
}

/**
 * Handle at the lower edge of a view in a cell that changes its height: by dragging, or with the arrow keys. Enter and
 * a double click restore the height of the content.
 */
export function ResizeHandle({ element, height, onResize, onResized, theme }: ResizeHandleProps): ReactElement {
  const t = useTranslate();
  const drag = useRef<Drag | null>(null);
  const [measured, setMeasured] = useState(0);
  const current = () => element.current?.getBoundingClientRect().height ?? heightRange.min;
  const choose = (next: number | undefined) => {
    onResize(next);
    onResized?.(next);
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { startY: event.clientY, startHeight: current(), chosen: height };
  };
  const onPointerMove = ({ clientY }: PointerEvent) => {
    if (drag.current === null || clientY === drag.current.startY) return;
    onResize(allowedHeight(drag.current.startHeight + clientY - drag.current.startY));
  };
  const onPointerCancel = () => {
    if (drag.current !== null) onResize(drag.current.chosen);
    drag.current = null;
  };
  const onPointerUp = ({ clientY }: PointerEvent) => {
    const from = drag.current;
    drag.current = null;
    // A click without a movement chooses nothing.
    if (from !== null && clientY !== from.startY) choose(allowedHeight(from.startHeight + clientY - from.startY));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = heightAfterKey(event.key, current());
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    choose(next ?? undefined);
  };

  const value = Math.round(height ?? measured);
  return (
    <div
      className="tl-root tl-resize"
      data-theme={theme}
      // The host's shortcuts for arrow keys would move to another cell.
      data-lm-suppress-shortcuts="true"
      role="separator"
      aria-orientation="horizontal"
      aria-label={t('Height of the view')}
      aria-valuemin={heightRange.min}
      aria-valuemax={heightRange.max}
      aria-valuenow={value}
      aria-valuetext={height === undefined ? t('automatic') : t('%1 pixels', value)}
      title={t('Drag to change the height; double-click for the height of the content')}
      tabIndex={0}
      onFocus={() => setMeasured(current())}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
      onDoubleClick={() => choose(undefined)}
      onKeyDown={onKeyDown}
    />
  );
}

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useEvent } from '../components/use-event.ts';
import type { TreeRow } from './tree-rows.ts';

/** Delay after the last scroll event before the position is reported, in milliseconds. */
const debounceMillis = 300;

/**
 * Scrolls to the row that was topmost before, once it is loaded and unless the user acts first. Reports the topmost row
 * after each scroll.
 */
export function useScrollMemory(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly TreeRow[],
  options: { readonly rowHeight: number; readonly top: string | null; readonly onTop: (id: string | null) => void },
): void {
  const { rowHeight, top, onTop } = options;
  const wanted = useRef(top);
  useLayoutEffect(() => {
    const index = wanted.current === null ? -1 : rows.findIndex(({ node }) => node.id === wanted.current);
    const element = scroller.current;
    if (index < 0 || element === null) return;
    wanted.current = null;
    element.scrollTo(0, index * rowHeight);
  }, [scroller, rows, rowHeight]);
  const report = useEvent(() => {
    const first = Math.floor((scroller.current?.scrollTop ?? 0) / rowHeight);
    onTop(first === 0 ? null : (rows[first]?.node.id ?? null));
  });
  const act = useEvent(() => {
    wanted.current = null;
  });
  useEffect(() => {
    const element = scroller.current!;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      if (wanted.current === null) timer = setTimeout(report, debounceMillis);
    };
    element.addEventListener('scroll', onScroll);
    const actions = ['wheel', 'pointerdown', 'keydown'];
    for (const name of actions) element.addEventListener(name, act, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', onScroll);
      for (const name of actions) element.removeEventListener(name, act);
    };
  }, [scroller, report, act]);
}

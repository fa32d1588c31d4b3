import { useEffect, useRef, useState } from 'react';
import type { TreeNode } from './tree-node.ts';

/** Who rests so long on a row wants to know more of it. */
const restMillis = 400;
/** So long a tooltip stays when the pointer has left its row, perhaps to go into it. */
const graceMillis = 200;

/** More than a node itself says, read when it is wanted; null for nothing. */
export type RowDetails = (node: TreeNode, signal: AbortSignal) => Promise<string | null>;

/** Who is on a row. */
export type TooltipTrigger = 'pointer' | 'focus';

interface About {
  readonly nodeId: string;
  readonly by: TooltipTrigger;
  /** How often something had been pressed when the row was come to. */
  readonly presses: number;
}

/** What there is to say of the row that the pointer or the focus is on. */
export interface RowTooltip {
  /** The row; null where nothing is to be said. */
  readonly nodeId: string | null;
  readonly text: string;
  /** Whether it is to be seen: to screen readers it is known before. */
  readonly shown: boolean;
  come(to: TreeNode, by: TooltipTrigger): void;
  leave(by: TooltipTrigger): void;
  /** The pointer has come into the tooltip itself. */
  stay(): void;
  /** Takes it away until another row is come to. */
  hide(): void;
}

/**
 * The tooltip of the rows of a tree, by ARIA's pattern: for the pointer and for the focus alike, after a rest; it stays while the
 * pointer is in it, and Escape takes it away. `details` completes what the node says, read anew at each rest.
 */
export function useRowTooltip(details: RowDetails | undefined, nodeOf: (id: string) => TreeNode | null): RowTooltip {
  const [about, setAbout] = useState<About | null>(null);
  const [shown, setShown] = useState(false);
  const [more, setMore] = useState('');
  /** How often something was pressed that takes tooltips away. */
  const presses = useRef(0);
  const takeAway = useRef(() => {});
  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef({ details, nodeOf });
  latest.current = { details, nodeOf };
  const nodeId = about?.nodeId ?? null;
  const pressesBefore = about?.presses ?? 0;
  const node = nodeId === null ? null : nodeOf(nodeId);

  // Heard at all times: a busy page may draw a row that is come to later than it hears what is pressed on it.
  useEffect(() => {
    const listen = (event: Event) => {
      const inTooltip = (event.target as Element | null)?.closest?.('[role=tooltip]');
      if (event instanceof KeyboardEvent ? event.key !== 'Escape' : inTooltip) return;
      presses.current++;
      takeAway.current();
    };
    const events = ['keydown', 'pointerdown', 'contextmenu'];
    for (const name of events) document.addEventListener(name, listen, true);
    return () => {
      for (const name of events) document.removeEventListener(name, listen, true);
    };
  }, []);

  useEffect(() => {
    setShown(false);
    setMore('');
    // Who presses does something else: a tooltip that comes then would cover the menu of its row.
    if (nodeId === null || presses.current > pressesBefore) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      setShown(true);
      const resting = latest.current.nodeOf(nodeId);
      // What cannot be read is not said: the row itself says when the service is gone.
      if (resting)
        latest.current.details?.(resting, abort.signal).then(
          (text) => !abort.signal.aborted && setMore(text ?? ''),
          () => {},
        );
    }, restMillis);
    const end = () => {
      clearTimeout(timer);
      abort.abort();
      setShown(false);
    };
    takeAway.current = end;
    return end;
  }, [nodeId, pressesBefore]);

  useEffect(() => () => clearTimeout(leaving.current), []);

  const text = [node?.tooltip ?? '', more].filter(Boolean).join('\n\n');
  return {
    nodeId: text === '' ? null : nodeId,
    text,
    shown: shown && text !== '',
    come(to, by) {
      clearTimeout(leaving.current);
      setAbout({ nodeId: to.id, by, presses: presses.current });
    },
    leave(by) {
      clearTimeout(leaving.current);
      if (about?.by !== by) return;
      if (by === 'focus') setAbout(null);
      else leaving.current = setTimeout(() => setAbout(null), graceMillis);
    },
    stay: () => clearTimeout(leaving.current),
    hide: () => setShown(false),
  };
}

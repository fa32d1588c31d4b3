import { useEffect, useRef, useState } from 'react';
import type { TreeNode } from './tree-node.ts';

/** Delay before the tooltip of a row is shown. */
const restMillis = 400;
/**
 * Delay before the tooltip is hidden after the pointer has left its row, so that the pointer can enter the tooltip.
 */
const graceMillis = 200;

/** Reads text that supplements a node's tooltip on demand; `null` for none. */
export type RowDetails = (node: TreeNode, signal: AbortSignal) => Promise<string | null>;

/** Cause of a tooltip. */
export type TooltipTrigger = 'pointer' | 'focus';

interface About {
  readonly nodeId: string;
  readonly by: TooltipTrigger;
  /** Value of the press counter when the row was entered. */
  readonly presses: number;
}

/** Tooltip of the row under the pointer or with the focus. */
export interface RowTooltip {
  /** Id of the row's node; `null` if there is no text. */
  readonly nodeId: string | null;
  readonly text: string;
  /** Whether the tooltip is visible; screen readers can read it before that. */
  readonly shown: boolean;
  come(to: TreeNode, by: TooltipTrigger): void;
  leave(by: TooltipTrigger): void;
  /** The pointer has entered the tooltip itself. */
  stay(): void;
  /** Hides the tooltip until another row is entered. */
  hide(): void;
}

/**
 * Tooltip of the rows of a tree, following the ARIA tooltip pattern: it is shown for pointer and focus after a delay,
 * stays while the pointer is in it, and is hidden with Escape. `details` supplements the node's own text and is read
 * each time the tooltip is shown.
 */
export function useRowTooltip(details: RowDetails | undefined, nodeOf: (id: string) => TreeNode | null): RowTooltip {
  const [about, setAbout] = useState<About | null>(null);
  const [shown, setShown] = useState(false);
  const [more, setMore] = useState('');
  /** Number of presses that hide tooltips. */
  const presses = useRef(0);
  const takeAway = useRef(() => {});
  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef({ details, nodeOf });
  latest.current = { details, nodeOf };
  const nodeId = about?.nodeId ?? null;
  const pressesBefore = about?.presses ?? 0;
  const node = nodeId === null ? null : nodeOf(nodeId);

  // Registered permanently: a busy page may render an entered row after it has handled a press on it.
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
    // After a press the user is doing something else; the tooltip would cover the menu of its row.
    if (nodeId === null || presses.current > pressesBefore) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      setShown(true);
      const resting = latest.current.nodeOf(nodeId);
      // A failed read is ignored: the row itself shows when the service is unreachable.
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

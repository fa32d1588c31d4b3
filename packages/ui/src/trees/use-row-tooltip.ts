import { useEffect, useRef, useState } from 'react';
import { useEvent } from '../components/use-event.ts';
import type { TreeNode } from './tree-node.ts';

/** Delay before the tooltip of a row is shown. */
const delayMillis = 400;
/**
 * Delay before the tooltip is hidden after the pointer has left its row, so that the pointer can enter the tooltip.
 */
const graceMillis = 200;

/** Reads text that supplements a node's tooltip on demand; `null` for none. */
export type RowDetails = (node: TreeNode, signal: AbortSignal) => Promise<string | null>;

/** Cause of a tooltip. */
type TooltipTrigger = 'pointer' | 'focus';

/** Row that was entered last. */
interface Entered {
  readonly nodeId: string;
  readonly by: TooltipTrigger;
  /** Value of the press counter when the row was entered. */
  readonly presses: number;
}

/** Tooltip that was shown for an entered row. */
interface Shown {
  readonly nodeId: string;
  readonly presses: number;
  /** Supplement of the node's own text; `''` until it is read. */
  readonly more: string;
  readonly visible: boolean;
}

/** Tooltip of the row under the pointer or with the focus. */
export interface RowTooltip {
  /** Id of the row's node; `null` if there is no text. */
  readonly nodeId: string | null;
  readonly text: string;
  /** Whether the tooltip is visible; screen readers can read it before that. */
  readonly shown: boolean;
  enter(node: TreeNode, by: TooltipTrigger): void;
  leave(by: TooltipTrigger): void;
  /** Keeps the tooltip: the pointer has entered the tooltip itself. */
  stay(): void;
  /** Hides the tooltip until another row is entered. */
  hide(): void;
}

/**
 * Tooltip of the rows of a tree, following the ARIA tooltip pattern: it is shown for pointer and focus after a delay,
 * stays while the pointer is in it, and is hidden with Escape and Enter. `details` supplements the node's own text and
 * is read each time the tooltip is shown.
 */
export function useRowTooltip(details: RowDetails | undefined, nodeOf: (id: string) => TreeNode | null): RowTooltip {
  const [entered, setEntered] = useState<Entered | null>(null);
  const [last, setLast] = useState<Shown | null>(null);
  /** Number of presses that hide tooltips. */
  const presses = useRef(0);
  const end = useRef(() => {});
  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { nodeId = null, presses: pressesBefore = 0 } = entered ?? {};

  usePresses(() => {
    presses.current++;
    end.current();
  });
  const readDetails = useEvent(async (id: string, signal: AbortSignal) => {
    const node = nodeOf(id);
    return (node && (await details?.(node, signal))) ?? '';
  });
  useEffect(() => {
    // After a press the user is doing something else; the tooltip would cover the menu of its row.
    if (nodeId === null || presses.current > pressesBefore) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      setLast({ nodeId, presses: pressesBefore, more: '', visible: true });
      readDetails(nodeId, abort.signal).then(
        (more) => !abort.signal.aborted && setLast((shown) => shown && { ...shown, more }),
        // A failed read is ignored: the row itself shows when the service is unreachable.
        () => {},
      );
    }, delayMillis);
    end.current = () => {
      clearTimeout(timer);
      abort.abort();
      setLast(hidden);
    };
    return () => end.current();
  }, [nodeId, pressesBefore, readDetails]);
  useEffect(() => () => clearTimeout(leaving.current), []);

  const isLast = last !== null && last.nodeId === nodeId && last.presses === pressesBefore;
  const node = nodeId === null ? null : nodeOf(nodeId);
  const text = [node?.tooltip ?? '', isLast ? last.more : ''].filter(Boolean).join('\n\n');
  return {
    nodeId: text === '' ? null : nodeId,
    text,
    shown: isLast && last.visible && text !== '',
    enter(to, by) {
      clearTimeout(leaving.current);
      setEntered({ nodeId: to.id, by, presses: presses.current });
    },
    leave(by) {
      clearTimeout(leaving.current);
      if (entered?.by !== by) return;
      if (by === 'focus') setEntered(null);
      else leaving.current = setTimeout(() => setEntered(null), graceMillis);
    },
    stay: () => clearTimeout(leaving.current),
    hide: () => setLast(hidden),
  };
}

const hidden = (shown: Shown | null) => (shown?.visible ? { ...shown, visible: false } : shown);

/** Keys that hide tooltips: Enter opens a row, and the tooltip would cover what it opens. */
const hidingKeys: readonly string[] = ['Escape', 'Enter'];

/**
 * Calls back on Escape and Enter, and on presses outside of tooltips. The listeners are registered permanently: a busy
 * page may render an entered row after it has handled a press on it.
 */
function usePresses(onPress: () => void): void {
  const press = useEvent(onPress);
  useEffect(() => {
    const listen = (event: Event) => {
      const inTooltip = (event.target as Element | null)?.closest?.('[role=tooltip]');
      if (event instanceof KeyboardEvent ? !hidingKeys.includes(event.key) : inTooltip) return;
      press();
    };
    const events = ['keydown', 'pointerdown', 'contextmenu'];
    for (const name of events) document.addEventListener(name, listen, true);
    return () => {
      for (const name of events) document.removeEventListener(name, listen, true);
    };
  }, [press]);
}

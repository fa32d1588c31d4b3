import { type PointerEvent, useRef } from 'react';
import type { TreeNode } from './tree-node.ts';

/** Distance in pixels that distinguishes a drag from a click. */
const dragPixels = 5;

/**
 * Returns the pointer listeners of a draggable row; `onDrag` is called once per drag, when the pointer has moved far
 * enough.
 */
export function useRowDrag(onDrag: ((node: TreeNode, event: globalThis.PointerEvent) => void) | undefined) {
  const held = useRef<{ readonly x: number; readonly y: number; readonly node: TreeNode } | null>(null);
  return (node: TreeNode) => ({
    onPointerDown({ button, clientX: x, clientY: y }: PointerEvent) {
      held.current = button === 0 ? { x, y, node } : null;
    },
    onPointerUp() {
      held.current = null;
    },
    onPointerMove(event: PointerEvent) {
      const from = held.current;
      if (!onDrag || from === null || event.buttons !== 1) return;
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < dragPixels) return;
      held.current = null;
      onDrag(from.node, event.nativeEvent);
    },
  });
}

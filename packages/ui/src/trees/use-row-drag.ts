import { type PointerEvent, useRef } from 'react';
import type { TreeNode } from './tree-node.ts';

/** A pointer that moves so far with its button down drags. */
const dragPixels = 5;

/** The listeners by which a row is dragged; `onDrag` is called once, when it is certain that a person drags and does not click. */
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

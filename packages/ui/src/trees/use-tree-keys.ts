import { type KeyboardEvent, useRef } from 'react';
import type { TreeController } from './tree-controller.ts';
import { movedInTree, typedInTree } from './tree-keys.ts';
import type { TreeRow } from './tree-rows.ts';
import type { TreeSelection } from './use-tree-selection.ts';

/** Actions of keys other than selecting and expanding. */
export interface TreeKeyActions {
  /** Returns the number of rows that a page key moves by. */
  page(): number;
  /** Scrolls a row into view that a key has moved to. */
  show(index: number): void;
  open(row: TreeRow, newPanel: boolean): void;
  /** Opens the menu of a row. */
  menu(index: number): void;
}

/** Letters typed within this interval form one search text. */
const typingMillis = 700;

/**
 * Keyboard handling of a tree, following the ARIA tree view pattern: arrows, Home, End, page keys and typing move;
 * Enter opens; Space, Ctrl and Shift select; the menu key opens the row's menu; the asterisk expands all siblings of
 * the row.
 * @returns the key listener
 */
export function useTreeKeys(
  rows: readonly TreeRow[],
  controller: TreeController,
  { current, goTo, select }: TreeSelection,
  actions: TreeKeyActions,
): (event: KeyboardEvent) => void {
  const typed = useRef({ text: '', atMillis: 0 });

  const moveTo = (index: number, how: 'one' | 'range' | 'keep') => {
    if (!rows[index]) return;
    goTo(index);
    if (how !== 'keep') select(index, how);
    actions.show(index);
  };
  const type = (letter: string, atMillis: number) => {
    const late = atMillis - typed.current.atMillis > typingMillis;
    typed.current = { text: (late ? '' : typed.current.text) + letter, atMillis };
    const found = typedInTree(rows, current, typed.current.text);
    if (found !== -1) moveTo(found, 'one');
  };

  return (event) => {
    const row = rows[current];
    if (!row || event.altKey) return;
    const withCommand = event.ctrlKey || event.metaKey;
    const move = movedInTree(rows, current, event.key, actions.page());
    if (move) {
      if (move.expand) controller.expand(move.expand);
      if (move.collapse) controller.collapse(move.collapse);
      moveTo(move.index, event.shiftKey ? 'range' : withCommand ? 'keep' : 'one');
    } else if (event.key === 'Enter') actions.open(row, withCommand);
    else if (event.key === ' ') select(current, event.shiftKey ? 'range' : 'toggle');
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) actions.menu(current);
    else if (event.key === '*') for (const { node, level } of rows) level === row.level && controller.expand(node.id);
    else if (event.key.length === 1 && !withCommand) type(event.key, event.timeStamp);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

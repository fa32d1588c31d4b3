import type { ReactNode } from 'react';

/** Column of a table. */
export interface TableColumn<Row> {
  readonly id: string;
  readonly title: string;
  /** Minimum width in pixels; the first column also takes the remaining width. */
  readonly width: number;
  /** Whether the column shares the remaining width with the first one. */
  readonly grows?: boolean;
  readonly numeric?: boolean;
  readonly sortable?: boolean;
  /** Stays visible when the table is scrolled horizontally; pinned columns come first. */
  readonly pinned?: boolean;
  /** Renders the content of a row's cell; `undefined` while it is not loaded. */
  cell(row: Row): ReactNode;
  /** Returns the text shown on hover. */
  tooltip?(row: Row): string;
  /** Called on a click or Enter on a cell, in place of opening the row. */
  activate?(row: Row): void;
}

/** Position of a row in a table with groups. */
export interface RowLevel {
  /** From 1. */
  readonly level: number;
  /** Null if the row has no rows below it. */
  readonly expanded: boolean | null;
}

/** Point in the viewport where a menu opens. */
export interface MenuPosition {
  readonly left: number;
  readonly top: number;
}

/** Column that a table is sorted by. */
export interface TableSort {
  readonly column: string;
  readonly descending: boolean;
}

/** Width of the check box column in pixels. */
export const checkWidth = 32;

/**
 * Callbacks of rows and headings. The object is stable across renders, so that a row is rendered again only when its
 * own data has changed.
 */
export interface TableActions<Row> {
  /** Selects or deselects a row. */
  toggle(row: Row): void;
  /** Selects or deselects all rows. */
  toggleAll(): void;
  /** Opens a row, or does what a column does on a click on its cells. */
  activate(row: Row, column: TableColumn<Row> | undefined, newPanel: boolean): void;
  menu(row: Row, at: MenuPosition): void;
  /** Makes a cell the active one. */
  moveTo(row: number, column: number): void;
  sort(column: string): void;
}

/** Returns the attributes of a cell. Only the active cell has an id, which the grid references. */
export function cellAttributes(isActive: boolean, id: string, className: string) {
  return isActive ? { id, className: `${className} tl-current` } : { className };
}

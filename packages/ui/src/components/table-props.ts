import type { MenuPosition, RowLevel, TableColumn, TableSort } from './table-column.ts';

/** Properties of a table. */
export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  rowId(row: Row): string;
  readonly sort?: TableSort | undefined;
  onSort?(column: string): void;
  /** Ids of the selected rows; if set, the table has a column of check boxes. */
  readonly selection?: ReadonlySet<string> | undefined;
  /** Ids of the rows of groups, of which only some members are selected. */
  readonly mixed?: ReadonlySet<string> | undefined;
  onSelect?(row: Row, selected: boolean): void;
  /** Returns the label of a row's check box. */
  selectLabel?(row: Row): string;
  onSelectAll?(selected: boolean): void;
  /** Label of the check box for all rows. */
  readonly selectAllLabel?: string;
  /** Called on a click or Enter on a row. */
  onActivate?(row: Row, event: { readonly newPanel: boolean }): void;
  /** Returns the level of a row, and whether it is expanded (null: it has no rows below it), in a table with groups. */
  tree?(row: Row): RowLevel;
  /** Called when the context menu of a row is requested, with a position in the viewport. */
  onMenu?(row: Row, at: MenuPosition): void;
  /** Called with the visible rows. */
  onRange?(rows: readonly Row[]): void;
  /** Maximum height in pixels before the table scrolls; `null` fills the available height. */
  readonly maxHeight: number | null;
}

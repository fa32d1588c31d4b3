import type { ReactElement } from 'react';
import { useView } from '../view/view-context.ts';
import { type ColumnId, columnParts, columnTitle } from './columns.ts';

/** Select element for choosing one column. */
export function ColumnSelect({
  label,
  value,
  columns,
  onChange,
}: {
  readonly label: string;
  readonly value: ColumnId;
  readonly columns: readonly ColumnId[];
  readonly onChange: (column: ColumnId) => void;
}): ReactElement {
  const { t } = useView();
  const all = value === '' || columns.includes(value) ? columns : [value, ...columns];
  return (
    <label className="tl-field">
      {label}
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {value === '' && <option value="">…</option>}
        {all.map((column) => (
          <option key={column} value={column}>
            {columnParts(column).kind === 'metric' ? t('%1 last', columnParts(column).name) : columnTitle(column, t)}
          </option>
        ))}
      </select>
    </label>
  );
}

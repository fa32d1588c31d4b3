import type { ReactElement } from 'react';
import { SelectField } from '../components/SelectField.tsx';
import { useTranslate } from '../components/translate-context.ts';
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
  const t = useTranslate();
  const all = columns.includes(value) ? columns : [value, ...columns];
  const titleOf = (column: ColumnId) => {
    const { kind, name } = columnParts(column);
    return kind === 'metric' ? t('%1 last', name) : columnTitle(column, t);
  };
  const choices = all.map((column) => [column, column === '' ? '…' : titleOf(column)] as const);
  return <SelectField label={label} value={value} choices={choices} onChange={onChange} />;
}

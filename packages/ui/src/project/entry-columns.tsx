import type { AggregationRule, ChartGroup } from '@tracklens/core/charts';
import type { TableColumn } from '../components/DataTable.tsx';
import { Icon } from '../components/Icon.tsx';
import { SeriesMark } from '../gallery/SeriesMark.tsx';
import type { Translate } from '../text/translate.ts';
import type { ExperimentRow } from './columns.ts';
import { type GroupEntry, groupCell, type TableEntry } from './table-entries.ts';

/** Indentation of the experiments of a group in pixels. */
const indentPixels = 16;

/** Returns the columns of a table whose rows are experiments and groups, from those of experiments. */
export function entryColumns(
  columns: readonly TableColumn<ExperimentRow>[],
  {
    rule,
    looks,
    t,
  }: { readonly rule: AggregationRule; readonly looks: ReadonlyMap<string, ChartGroup>; readonly t: Translate },
): readonly TableColumn<TableEntry>[] {
  return columns.map(({ cell, tooltip, activate, ...column }) => ({
    ...column,
    cell(entry) {
      if (entry.kind === 'group') {
        return column.id === 'name' ? <GroupName entry={entry} look={looks.get(entry.key)} /> : text(entry, column.id);
      }
      if (column.id !== 'name' || entry.level === 1) return cell(entry.row);
      return (
        <>
          <span style={{ flex: 'none', width: indentPixels }} />
          {cell(entry.row)}
        </>
      );
    },
    tooltip(entry) {
      if (entry.kind === 'experiment') return tooltip?.(entry.row) ?? '';
      return column.id === 'name' ? entry.label : text(entry, column.id);
    },
    ...(activate && { activate: (entry) => entry.kind === 'experiment' && activate(entry.row) }),
  }));

  function text(entry: GroupEntry, id: string): string {
    return groupCell(entry, id, rule, t).text;
  }
}

function GroupName({ entry, look }: { readonly entry: GroupEntry; readonly look: ChartGroup | undefined }) {
  return (
    <>
      <Icon name="chevron" className={entry.open ? 'tl-open' : ''} />
      {look && <SeriesMark color={look.color} dash={look.dash} />}
      <span className="tl-row-name">{entry.label}</span>
    </>
  );
}

import type { AggregationRule, ChartGroup } from '@tracklens/core/charts';
import type { TableColumn } from '../components/DataTable.tsx';
import { Icon } from '../components/Icon.tsx';
import { MiddleText } from '../components/MiddleText.tsx';
import { SeriesMark } from '../gallery/SeriesMark.tsx';
import { countText } from '../text/number-text.ts';
import type { Translate } from '../text/translate.ts';
import { bandWidth } from './column-widths.ts';
import { columnParts, type ExperimentRow } from './columns.ts';
import { type GroupEntry, groupCell, stateCounts, type TableEntry } from './table-entries.ts';

/** Indentation of the experiments of a group in pixels. */
const indentPixels = 16;

const isMeasured = ({ id, numeric }: Pick<TableColumn<unknown>, 'id' | 'numeric'>) =>
  numeric === true && columnParts(id).kind !== 'parameter';

/** Returns the columns of a table whose rows are experiments and, with a rule, groups, from those of experiments. */
export function entryColumns(
  columns: readonly TableColumn<ExperimentRow>[],
  rule: AggregationRule | undefined,
  groups: ReadonlyMap<string, ChartGroup>,
  t: Translate,
): readonly TableColumn<TableEntry>[] {
  const hasBand = rule !== undefined && rule.band !== 'none';
  return columns.map(({ cell, tooltip, activate, ...column }) => ({
    ...column,
    width: hasBand && isMeasured(column) ? Math.max(column.width, bandWidth) : column.width,
    cell(entry) {
      if (entry.kind === 'group') {
        if (column.id === 'name') return <GroupName entry={entry} group={groups.get(entry.key)} />;
        if (column.id === 'state') return <GroupStates entry={entry} text={text(entry, column.id)} />;
        return text(entry, column.id);
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
    return rule === undefined ? '' : groupCell(entry, id, rule, t).text;
  }
}

/** Number of experiments in each state, as icons with numbers: words would not fit into the column. */
function GroupStates({ entry, text }: { readonly entry: GroupEntry; readonly text: string }) {
  return (
    <span className="tl-group-states">
      <span className="tl-visually-hidden">{text}</span>
      {stateCounts(entry.members).map(([state, count]) => (
        <span key={state} className={`tl-state tl-state-${state}`} aria-hidden="true">
          <Icon name={state} />
          {countText(count)}
        </span>
      ))}
    </span>
  );
}

function GroupName({ entry, group }: { readonly entry: GroupEntry; readonly group: ChartGroup | undefined }) {
  return (
    <>
      <Icon name="chevron" className={entry.open ? 'tl-open' : ''} />
      {group && <SeriesMark color={group.color} dash={group.dash} />}
      <MiddleText className="tl-row-name" text={entry.label} />
    </>
  );
}

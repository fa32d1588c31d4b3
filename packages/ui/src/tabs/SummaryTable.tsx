import { type ReactElement, type ReactNode, useMemo } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';
import { DataTable, type TableColumn } from '../components/DataTable.tsx';
import { SearchField } from '../components/SearchField.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { Pending, Staleness } from '../live/Freshness.tsx';
import { wholeCount } from '../live/whole-count.ts';
import type { Summary } from '../source/records.ts';
import { useView } from '../view/view-context.ts';
import { type SummaryColumn, type SummarySort, shownSummaries, summariesAsText } from './summary-rows.ts';
import type { TabProps } from './tab.ts';
import { useChoice } from './use-choice.ts';
import { useSummaries } from './use-summaries.ts';

/** Order until a column is selected. */
const initialSort: Readonly<Record<'metrics' | 'parameters', SummarySort>> = {
  metrics: { column: 'metric-order', descending: false },
  parameters: { column: 'name', descending: false },
};

/** Table of an experiment's metrics or parameters, with search, sorting and copying. */
export function SummaryTable({
  kind,
  experimentKey,
  running,
  columns,
  words,
  empty,
}: Pick<TabProps, 'experimentKey' | 'running'> & {
  readonly kind: 'metrics' | 'parameters';
  /** Columns, whose ids are those of a summary. Must be referentially stable while they are unchanged. */
  readonly columns: readonly (TableColumn<Summary> & { readonly id: SummaryColumn })[];
  readonly words: { readonly table: string; readonly search: string; readonly reading: string };
  /** Shown when nothing was logged. */
  readonly empty: ReactNode;
}): ReactElement {
  const t = useTranslate();
  const { host, layout, snapshot } = useView();
  const [search, setSearch] = useChoice(kind, 'search', '');
  const [chosenSort, setSort] = useChoice(kind, 'sort', null);
  const sort = chosenSort ?? initialSort[kind];
  const read = useSummaries(kind, experimentKey, running);
  const rows = useMemo(() => shownSummaries(read.data ?? [], search, sort), [read.data, search, sort]);
  if (read.data === undefined) return <Pending read={read} label={words.reading} rows={8} />;
  if (read.data.length === 0) return <>{empty}</>;
  return (
    <>
      <Staleness read={read} />
      <div className="tl-toolbar">
        <SearchField value={search} onChange={setSearch} label={words.search} />
        <span className="tl-count">
          {t('%1 of %2', rows.length, wholeCount(read, read.data.length, snapshot?.whole?.records?.[kind]))}
        </span>
        <CopyButton
          text={() =>
            summariesAsText(
              rows,
              columns.map(({ id }) => id),
            )
          }
          label={t('Copy the table')}
          onFailure={host.report}
        />
      </div>
      <DataTable
        label={words.table}
        columns={columns}
        rows={rows}
        rowId={(row) => row.name}
        sort={sort}
        onSort={(column) =>
          setSort({ column: column as SummaryColumn, descending: sort.column === column && !sort.descending })
        }
        maxHeight={layout === 'cell' ? 420 : null}
      />
    </>
  );
}

import { type ReactElement, useMemo } from 'react';
import { DataTable, type TableColumn } from '../../components/DataTable.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { counted } from '../../text/translate.ts';
import { CodeText } from '../code/CodeText.tsx';
import { jsonLinesTable, jsonTable } from './json-table.ts';
import { extensionOf, readableText, tableRows } from './preview-kind.ts';

/** Maximum number of rows and columns in a table preview. */
const maxRows = 5000;
const maxColumns = 60;

const limits = { rows: maxRows, columns: maxColumns };

/** Returns the table of a file by its extension; null for a text that is not a table. */
function tableOf(text: string, extension: string) {
  switch (extension) {
    case 'json':
      return jsonTable(text, limits);
    case 'jsonl':
    case 'ndjson':
      return jsonLinesTable(text, limits);
    default: {
      const [head = [], ...rows] = tableRows(text, extension === 'tsv' ? '\t' : ',', maxRows + 1);
      return { head, rows };
    }
  }
}

/** Preview of a file with a table: CSV, TSV, JSON Lines, or the JSON of a data frame. */
export function TableOfText({ text, fileName }: { readonly text: string; readonly fileName: string }): ReactElement {
  const table = useMemo(() => tableOf(text, extensionOf(fileName)), [text, fileName]);
  if (table === null) return <CodeText text={readableText(text, fileName)} fileName={fileName} label={fileName} />;
  return <TablePreview {...table} />;
}

/** Table with the first rows and columns of cells. */
export function TablePreview({
  head,
  rows: given,
}: {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}): ReactElement {
  const t = useTranslate();
  const rows = useMemo(() => given.slice(0, maxRows).map((cells, index) => ({ cells, index })), [given]);
  const columns = head.slice(0, maxColumns).map(
    (title, index): TableColumn<(typeof rows)[number]> => ({
      id: String(index),
      // The first column of a data frame is its index, mostly without a name.
      title: title || (index === 0 ? '' : String(index + 1)),
      width: 130,
      cell: ({ cells }) => cells[index] ?? '',
      tooltip: ({ cells }) => cells[index] ?? '',
    }),
  );
  if (columns.length === 0) return <p className="tl-quiet">{t('The table is empty.')}</p>;
  return (
    <>
      <DataTable label={t('Table')} columns={columns} rows={rows} rowId={(row) => String(row.index)} maxHeight={360} />
      <span className="tl-count">
        {rows.length >= maxRows
          ? counted(t, maxRows, 'the first %1 row', 'the first %1 rows')
          : counted(t, rows.length, '%1 row', '%1 rows')}
        {head.length > maxColumns &&
          ` · ${t('the first %1 of %2', maxColumns, counted(t, head.length, '%1 column', '%1 columns'))}`}
      </span>
    </>
  );
}

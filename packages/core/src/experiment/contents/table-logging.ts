import { anything, argument, text } from '../../client/argument.ts';
import type { OperationOptions } from '../../client/connection.ts';
import type { OperationContext, OperationTable } from '../../client/operation.ts';
import type { ExperimentSubject } from '../experiment-subject.ts';
import { type TableData, type TableFormat, tableFormats } from '../table-format.ts';
import { extensionOf, type UploadReply, uploadContent, uploadText } from './asset-upload.ts';
import type { ContentFiles } from './content-files.ts';

/** Options for logging a table. */
export interface TableOptions extends OperationOptions {
  /** Rows of cells, or records. */
  readonly tabularData?: TableData | undefined;
  /** Column names, for rows of cells. True generates them. Default: false. */
  readonly headers?: boolean | readonly string[] | undefined;
}

/** Operations that log tables. */
export interface TableLogging {
  /**
   * Logs a table. The format is the extension of the name: csv, tsv, json, md or html. Without data, the client for
   * Node uploads the file with this name.
   *
   * @throws RestApiException `invalid` for another extension
   */
  logTable(filename: string, options?: TableOptions): Promise<UploadReply>;
}

type Context = OperationContext<ExperimentSubject>;

const isRow = (row: unknown) => Array.isArray(row) || row instanceof Set || ArrayBuffer.isView(row);

/** @throws RestApiException `invalid` for a name without the extension of a table */
function tableFormat({ failure }: Context, filename: string): TableFormat {
  const format = extensionOf(filename).toLowerCase() as TableFormat;
  if (tableFormats.includes(format)) return format;
  throw failure('invalid', `${filename} must end in one of ${tableFormats.join(', ')}`);
}

/** @throws RestApiException `invalid` for data that is not a table, which would be written as the wrong cells */
function checkTable({ failure }: Context, data: TableData, headers: boolean | readonly string[]): void {
  if (!Array.isArray(data)) throw failure('invalid', 'tabularData must be a list');
  const rows: readonly unknown[] = data;
  const isHeaders =
    typeof headers === 'boolean' || (Array.isArray(headers) && headers.every((name) => typeof name === 'string'));
  if (!isHeaders) throw failure('invalid', 'headers must be true, false or a list of strings');
  const isTable = rows.every((row) => isRow(row) === isRow(rows[0]) && typeof row === 'object' && row !== null);
  if (!isTable) throw failure('invalid', 'tabularData must be a list of lists, or a list of records');
}

/** Returns the definitions of the operations that log tables. */
export function tableLogging(files: ContentFiles | null): OperationTable<TableLogging, ExperimentSubject> {
  return {
    logTable: {
      unawaited: true,
      arguments: [argument('filename', text)],
      options: {
        tabularData: anything,
        headers: anything,
      },
      async run(context, filename, { tabularData, headers = false }) {
        const extension = tableFormat(context, filename);
        if (tabularData === undefined) {
          const fields = { fileName: filename, type: 'asset', extension };
          const content = { kind: 'file', path: filename, name: filename } as const;
          return await uploadContent(context, files, content, fields, {});
        }
        checkTable(context, tabularData, headers);
        const isRecords = tabularData[0] !== undefined && !isRow(tabularData[0]);
        const type = isRecords || !['csv', 'tsv'].includes(extension) ? 'dataframe' : 'asset';
        const { tableText } = await import('../table-text.ts');
        let content: string;
        try {
          content = tableText(tabularData, extension, headers);
        } catch (cause) {
          throw context.failure('invalid', 'tabularData cannot be written as JSON', { cause });
        }
        return await uploadText(context, content, { fileName: filename, type, extension }, {});
      },
    },
  };
}

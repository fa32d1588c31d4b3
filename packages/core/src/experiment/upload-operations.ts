import { anything, argument, type Check, flag, list, number, text, texts } from '../client/argument.ts';
import type { CallArguments, ResponseOf } from '../client/call.ts';
import type { OperationOptions } from '../client/connection.ts';
import { multipart, type Part } from '../client/multipart.ts';
import { defineOperations, type OperationContext } from '../client/operation.ts';
import { contract, type RegistrationReply } from '../contract/index.ts';
import { curveText } from './curve.ts';
import type { ExperimentSubject } from './experiment-subject.ts';
import { requestItem } from './log-items.ts';
import { isAlone } from './log-queue.ts';
import { knownMetadata } from './state-operations.ts';
import { type TableData, type TableFormat, tableFormats } from './table-format.ts';

const { assets, registry } = contract;

/** Reply to an upload. */
export type UploadReply = ResponseOf<typeof assets.upload>;

/** Query parameters of an upload, except the experiment. */
export type UploadFields = Omit<NonNullable<CallArguments<typeof assets.upload>['query']>, 'experimentKey'>;

/** Options for registering a model. */
export interface Registration extends OperationOptions {
  /** Semantic version. Default: `1.0.0`. */
  readonly version?: string;
  /** Default: the experiment's workspace. Any other workspace is rejected. */
  readonly workspace?: string;
  /** Default: the name of the model. */
  readonly registryName?: string;
  /** Whether everyone can see the model. Default: decided by the service. */
  readonly public?: boolean;
  /** Description of the model. */
  readonly description?: string;
  /** Comment of the version. */
  readonly comment?: string;
  /** Status of the version, for example `Production`. */
  readonly status?: string;
  /** Tags of the version. */
  readonly tags?: readonly string[];
  /** @deprecated use `tags`. */
  readonly stages?: readonly string[];
}

/** Options for logging a table. */
export interface TableOptions extends OperationOptions {
  /** Rows of cells, or records. */
  readonly tabularData?: TableData;
  /** Column names, for rows of cells. True generates them. Default: false. */
  readonly headers?: boolean | readonly string[];
}

/** Operations that log assets from memory and register models. */
export interface UploadOperations {
  /**
   * Logs a curve. `x` and `y` must have the same length and not be empty.
   * @throws RestApiException `invalid` for invalid lists, before anything is sent
   */
  logCurve(
    name: string,
    x: readonly number[],
    y: readonly number[],
    options?: OperationOptions & {
      /** Whether an existing file of this name is replaced. Default: false. */
      readonly overwrite?: boolean;
      /** Step of the curve. Default: none. */
      readonly step?: number;
    },
  ): Promise<UploadReply>;
  /**
   * Logs a table. The format is the extension of the name: csv, tsv, json, md or html. Without data, the client for
   * Node uploads the file with this name.
   *
   * @throws RestApiException `invalid` for another extension
   */
  logTable(filename: string, options?: TableOptions): Promise<UploadReply>;
  /**
   * Registers a model of this experiment as a version of a registered model, which is created if it does not exist.
   *
   * @throws RestApiException `invalid` for an invalid version or another workspace
   */
  registerModel(modelName: string, registration?: Registration): Promise<RegistrationReply>;
}

type Context = OperationContext<ExperimentSubject>;

const tabular = anything as Check<TableData>;
const tableHeaders = anything as Check<boolean | readonly string[]>;

const utf8 = (content: string) => new TextEncoder().encode(content);

/** Returns the extension of a file name, without the dot. */
export function extensionOf(fileName: string): string {
  return /\.([^./\\]+)$/.exec(fileName)?.[1] ?? '';
}

/** Uploads the multipart body of an asset. */
export async function upload(context: Context, fields: UploadFields, parts: readonly Part[]): Promise<UploadReply> {
  const { call, caller, operation, subject } = context;
  const { type, body, size } = multipart(parts);
  const args = {
    query: { experimentKey: subject.key, assetId: crypto.randomUUID().replaceAll('-', ''), ...fields },
    content: { type, body },
    headers: { 'content-length': String(size) },
  };
  // A file that is read while it is sent cannot wait: its caller closes it.
  if (isAlone(caller) || !(body instanceof Uint8Array)) return await call(assets.upload, args);
  return (await subject.files.add(fields.fileName ?? '', requestItem(assets.upload, args), operation)) as UploadReply;
}

/** @throws RestApiException `invalid` for a name without the extension of a table */
export function tableFormat({ failure }: Context, filename: string): TableFormat {
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
  const isTable = rows.every(
    (row) => Array.isArray(row) === Array.isArray(rows[0]) && typeof row === 'object' && row !== null,
  );
  if (!isTable) throw failure('invalid', 'tabularData must be a list of lists, or a list of records');
}

/** Definitions of the operations that log assets from memory and register models. */
export const uploadOperations = defineOperations<UploadOperations, ExperimentSubject>({
  logCurve: {
    unawaited: true,
    arguments: [argument('name', text), argument('x', list), argument('y', list)],
    options: { overwrite: flag, step: number },
    async run(context, name, x, y, { overwrite = false, step }) {
      const isNumbers = (values: readonly unknown[]) => values.every((value) => typeof value === 'number');
      if (x.length !== y.length || x.length === 0 || !isNumbers(x) || !isNumbers(y)) {
        const lengths = `these have lengths ${x.length} and ${y.length}`;
        throw context.failure(
          'invalid',
          `a curve needs two lists of numbers of the same length, which must not be empty; ${lengths}`,
        );
      }
      const content = utf8(curveText(name, x, y));
      const fields = { fileName: name, step, overwrite, type: 'curve' };
      return await upload(context, fields, [{ name: 'file', fileName: 'file', content }]);
    },
  },
  logTable: {
    unawaited: true,
    arguments: [argument('filename', text)],
    options: { tabularData: tabular, headers: tableHeaders },
    async run(context, filename, { tabularData, headers = false }) {
      const format = tableFormat(context, filename);
      if (tabularData === undefined) {
        throw context.failure('invalid', `give tabularData for ${filename}; a file is read by the client for Node`);
      }
      checkTable(context, tabularData, headers);
      const isRecords = tabularData[0] !== undefined && !Array.isArray(tabularData[0]);
      const type = isRecords || !['csv', 'tsv'].includes(format) ? 'dataframe' : 'asset';
      const { tableText } = await import('./table-text.ts');
      const content = utf8(tableText(tabularData, format, headers));
      const fields = { fileName: filename, type, extension: format };
      return await upload(context, fields, [{ name: 'file', fileName: 'file', content }]);
    },
  },
  registerModel: {
    arguments: [argument('modelName', text)],
    options: {
      version: text,
      workspace: text,
      registryName: text,
      public: flag,
      description: text,
      comment: text,
      status: text,
      tags: texts,
      stages: texts,
    },
    async run(context, modelName, { workspace, tags = [], stages, ...registration }) {
      const { call, failure, subject } = context;
      if (stages !== undefined) subject.connection.deprecated('registerModel({ stages })', 'tags');
      if (workspace !== undefined) {
        const { workspaceName } = await knownMetadata(context);
        if (workspaceName !== workspace) {
          const reason = `the experiment is in ${workspaceName}; its models cannot be registered in ${workspace}`;
          throw failure('invalid', reason);
        }
      }
      const labels = [...new Set([...tags, ...(stages ?? [])])];
      const body = {
        experimentKey: subject.key,
        experimentModelName: modelName,
        registryModelName: registration.registryName ?? modelName,
        registryModelDescription: registration.description ?? null,
        version: registration.version ?? '1.0.0',
        versionComment: registration.comment ?? null,
        tags: labels.length === 0 ? null : labels,
        status: registration.status ?? null,
        publicModel: registration.public ?? null,
      };
      return await call(registry.registerVersion, { body });
    },
  },
});

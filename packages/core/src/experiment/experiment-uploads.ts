import { isText } from '../api/argument-checks.ts';
import type { OperationOptions } from '../api/connection.ts';
import { operations } from '../api/operation-arguments.ts';
import type { CallArguments, ResponseOf } from '../client/call.ts';
import { RestApiException } from '../client/errors.ts';
import { multipart, type Part } from '../client/multipart.ts';
import { listArgument } from '../client/validate-arguments.ts';
import { contract, type RegistrationReply } from '../contract/index.ts';
import { curveText } from './curve.ts';
import { ExperimentLogging } from './experiment-logging.ts';
import { type TableData, type TableFormat, tableFormats, tableText } from './table-text.ts';

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

/** Returns the extension of a file name, without the dot. */
export function extensionOf(fileName: string): string {
  return /\.([^./\\]+)$/.exec(fileName)?.[1] ?? '';
}

/** @throws RestApiException `invalid` for data that is not a table, which would be written as the wrong cells */
function checkTable(data: TableData, headers: boolean | readonly string[]): void {
  const rows: readonly unknown[] = listArgument<unknown>('logTable', 'tabularData', data);
  const isHeaders = typeof headers === 'boolean' || (Array.isArray(headers) && headers.every(isText));
  const reason = !isHeaders
    ? 'headers must be true, false or a list of strings'
    : !rows.every((row) => Array.isArray(row) === Array.isArray(rows[0]) && typeof row === 'object' && row !== null)
      ? 'tabularData must be a list of lists, or a list of records'
      : null;
  if (reason !== null) throw RestApiException.from({ code: 'invalid', operation: 'logTable', reason });
}

/** Logs assets from memory and registers models. */
export abstract class ExperimentUploads extends ExperimentLogging {
  /**
   * Logs a curve. `x` and `y` must have the same length and not be empty.
   * @throws RestApiException `invalid` for invalid lists, before anything is sent
   */
  async logCurve(
    name: string,
    x: readonly number[],
    y: readonly number[],
    options: OperationOptions & { readonly overwrite?: boolean; readonly step?: number } = {},
  ): Promise<UploadReply> {
    for (const [axis, values] of Object.entries({ x, y })) listArgument('logCurve', axis, values);
    const isNumbers = (list: readonly unknown[]) => list.every((value) => typeof value === 'number');
    if (x.length !== y.length || x.length === 0 || !isNumbers(x) || !isNumbers(y)) {
      const reason = `a curve is two lists of numbers of one length, not empty; these have ${x.length} and ${y.length}`;
      throw RestApiException.from({ code: 'invalid', operation: 'logCurve', reason });
    }
    const fields = { fileName: name, step: options.step, overwrite: options.overwrite ?? false, type: 'curve' };
    const content = utf8(curveText(name, x, y));
    return await this.upload('logCurve', fields, [{ name: 'file', fileName: 'file', content }], options);
  }

  /**
   * Logs a table. The format is the extension of the name: csv, tsv, json, md or html. Without data, the client for
   * Node uploads the file with this name.
   *
   * @throws RestApiException `invalid` for another extension
   */
  async logTable(filename: string, options: TableOptions = {}): Promise<UploadReply> {
    const { tabularData, headers = false } = options;
    const format = extensionOf(filename).toLowerCase() as TableFormat;
    if (!tableFormats.includes(format)) {
      const reason = `${filename} has none of the endings ${tableFormats.join(', ')}`;
      throw RestApiException.from({ code: 'invalid', operation: 'logTable', reason });
    }
    if (tabularData === undefined) return await this.sendTableFile(filename, options);
    checkTable(tabularData, headers);
    const isRecords = tabularData[0] !== undefined && !Array.isArray(tabularData[0]);
    const type = isRecords || !['csv', 'tsv'].includes(format) ? 'dataframe' : 'asset';
    const part = { name: 'file', fileName: 'file', content: utf8(tableText(tabularData, format, headers)) };
    return await this.upload('logTable', { fileName: filename, type, extension: format }, [part], options);
  }

  /**
   * Registers a model of this experiment as a version of a registered model, which is created if it does not exist.
   *
   * @throws RestApiException `invalid` for an invalid version or another workspace
   */
  async registerModel(modelName: string, registration: Registration = {}): Promise<RegistrationReply> {
    const operation = 'registerModel';
    const { version = '1.0.0', registryName = modelName, workspace, stages } = registration;
    if (stages !== undefined) this.connection.deprecated('registerModel({ stages })', 'tags');
    if (workspace !== undefined) {
      const { workspaceName } = await this.metadata(registration);
      if (workspaceName !== workspace) {
        const reason = `the experiment lies in ${workspaceName}; its models cannot be registered in ${workspace}`;
        throw RestApiException.from({ code: 'invalid', operation, reason });
      }
    }
    const tags = [...new Set([...(registration.tags ?? []), ...(stages ?? [])])];
    const body = {
      experimentKey: this.key,
      experimentModelName: modelName,
      registryModelName: registryName,
      registryModelDescription: registration.description ?? null,
      version,
      versionComment: registration.comment ?? null,
      tags: tags.length === 0 ? null : tags,
      status: registration.status ?? null,
      publicModel: registration.public ?? null,
    };
    return await this.connection.call(operation, registry.registerVersion, { body }, registration);
  }

  /** Uploads a table from a file. Only supported by the client for Node. */
  protected sendTableFile(filename: string, _options: TableOptions): Promise<UploadReply> {
    const reason = `give tabularData for ${filename}; a file is read by the client for Node`;
    throw RestApiException.from({ code: 'invalid', operation: 'logTable', reason });
  }

  /** Uploads the multipart body of an asset. */
  protected async upload(
    operation: string,
    fields: UploadFields,
    parts: readonly Part[],
    options: OperationOptions,
  ): Promise<UploadReply> {
    const { type, body, size } = multipart(parts);
    const args = {
      query: { experimentKey: this.key, assetId: crypto.randomUUID().replaceAll('-', ''), ...fields },
      content: { type, body },
      headers: { 'content-length': String(size) },
    };
    return await this.connection.call(operation, assets.upload, args, options);
  }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

operations(ExperimentUploads.prototype, {
  logCurve: ['name', 'x', 'y'],
  logTable: ['filename'],
  registerModel: ['modelName'],
});

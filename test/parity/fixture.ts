import { undiciTransport } from '@tracklens/core';
import type { AnyEndpoint } from '@tracklens/core/contract';
import { call } from '../../packages/core/src/client/call.ts';
import type { ResponseOf } from '../../packages/core/src/client/checked-response.ts';
import { multipart, type Part } from '../../packages/core/src/client/multipart.ts';
import type { CallArguments } from '../../packages/core/src/client/wire-request.ts';
import { apiKey } from './recorded-service.ts';

/** Calls endpoints of the contract directly, for data that no operation can write. */
export interface ContractClient {
  wire<R extends AnyEndpoint>(row: R, args: CallArguments<R>): Promise<ResponseOf<R>>;
  /** The same with a multipart body. */
  upload<R extends AnyEndpoint>(
    row: R,
    query: CallArguments<R>['query'],
    parts: readonly Part[],
  ): Promise<ResponseOf<R>>;
  /** Returns an id of this side by its name. */
  id(name: string): string;
  close(): Promise<void>;
}

/** Creates a client of one side's service. */
export function contractClient(url: string, ids: ReadonlyMap<string, string>): ContractClient {
  const transport = undiciTransport({ url, apiKey });
  return {
    wire: (row, args) => call(transport, row, args, { operation: '' }),
    upload(row, query, parts) {
      const { type, body } = multipart(parts);
      return call(transport, row, { query, content: { type, body } } as CallArguments<typeof row>, { operation: '' });
    },
    id: (name) => ids.get(name)!,
    close: () => transport.close(),
  };
}

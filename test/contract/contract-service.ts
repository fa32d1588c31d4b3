import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API, type APIExperiment, type Transport, undiciTransport } from '@tracklens/core';
import { bridgeTransport, inProcessTransport, type MessagePortLike, serveBridge } from '@tracklens/core/client';
import { type AnyEndpoint, endpointOf, endpoints } from '@tracklens/core/contract';
import { temporaryFolder } from '@tracklens/core/test-support';
import { createApp, openStore, type ServiceOptions, startService } from '@tracklens/server';
import { call, callForBody } from '../../packages/core/src/client/call.ts';
import type { ResponseOf } from '../../packages/core/src/client/checked-response.ts';
import type { CallArguments } from '../../packages/core/src/client/wire-request.ts';

/** Service under test, with its client. */
export interface ContractService {
  readonly api: API;
  /** Workspace of the test cases. */
  readonly workspace: string;
  /** Calls an endpoint directly, for endpoints that no operation uses. */
  wire<R extends AnyEndpoint>(row: R, args: CallArguments<R>): Promise<ResponseOf<R>>;
  /** Returns the bytes of a response. */
  bytes<R extends AnyEndpoint>(row: R, args: CallArguments<R>): Promise<Uint8Array>;
  /** Creates an experiment in a project. */
  experiment(projectName?: string): Promise<APIExperiment>;
  /** Temporary folder that is deleted with the service. */
  readonly folder: string;
  /** Returns the number of requests so far. */
  requests(): number;
  /** Returns the endpoints that have not had a successful response. */
  unanswered(): string[];
  close(): Promise<void>;
}

const apiKey = 'contract-key-0123456789';

/** Connections to a service, each with its name and its start over a data folder. */
const connections: Readonly<
  Record<string, (folder: string) => Promise<{ transport: Transport; close(): Promise<void> }>>
> = {
  'in process': inProcess,
  async 'over the bridge'(folder) {
    const service = await inProcess(folder);
    const { port1, port2 } = new MessageChannel();
    const stop = serveBridge(endOf(port1), service.transport, { allow: 'any' });
    const transport = bridgeTransport(endOf(port2));
    return {
      transport,
      async close() {
        transport.dispose();
        stop();
        port1.close();
        await service.close();
      },
    };
  },
  'over HTTP on SQLite': (folder) => overHttp({ dataFolder: folder, apiKey }),
};

async function inProcess(folder: string): Promise<{ transport: Transport; close(): Promise<void> }> {
  const store = await openStore({ folder });
  const session = { userName: 'ada', defaultWorkspaceName: 'local' };
  const app = createApp({ store, apiKey, session });
  return { transport: inProcessTransport((request) => app.fetch(request), { apiKey }), close: () => store.close() };
}

/** One end of a channel for the bridge. */
function endOf(port: MessagePort): MessagePortLike {
  return {
    post: (message) => port.postMessage(message),
    listen(listener) {
      const forward = (event: MessageEvent) => listener(event.data);
      port.addEventListener('message', forward);
      port.start();
      return () => port.removeEventListener('message', forward);
    },
  };
}

/** URL of a PostgreSQL database. If set, the suite runs only on this database. */
const databaseUrl = process.env.TRACKLENS_TEST_DATABASE_URL;

async function overHttp(options: ServiceOptions): Promise<{ transport: Transport; close(): Promise<void> }> {
  const service = await startService(options);
  const key = async () => (await readFile(service.apiKeyFile, 'utf8')).trim();
  const transport = undiciTransport({ url: service.url, apiKey: key });
  return {
    transport,
    async close() {
      await transport.close();
      await service.close();
    },
  };
}

function availableConnections(): typeof connections {
  if (!databaseUrl) return connections;
  return { 'over HTTP on PostgreSQL': (folder) => overHttp({ dataFolder: folder, apiKey, databaseUrl }) };
}

/** Connections to a service that the whole suite tests. */
export const contractConnections = Object.keys(availableConnections());

/** Starts a service with an empty data folder. */
export async function contractService(connection: string): Promise<ContractService> {
  const stack = new AsyncDisposableStack();
  const folder = await temporaryFolder(stack);
  const { transport, close } = await availableConnections()[connection]!(join(folder, 'data'));
  stack.defer(close);
  const answered = new Set<AnyEndpoint>();
  let requests = 0;
  const watched: Transport = {
    async send(request, signal) {
      requests++;
      const response = await transport.send(request, signal);
      const row = endpointOf(request.method, request.path);
      if (row !== null && response.status < 400) answered.add(row);
      return response;
    },
  };
  const api = new API({ transport: watched, url: 'http://service.example', warn: () => {} });
  const workspace = 'contract';
  return {
    api,
    workspace,
    folder,
    wire: (row, args) => call(watched, row, args, { operation: '' }),
    bytes: async (row, args) => (await callForBody(watched, row, args, { operation: '' })).body.bytes(),
    async experiment(projectName = 'digits') {
      const { APIExperiment } = await import('@tracklens/core');
      return await APIExperiment.create({ api, workspace, projectName, start: false });
    },
    requests: () => requests,
    unanswered: () =>
      endpoints.filter(({ endpoint }) => !answered.has(endpoint)).map(({ area, name }) => `${area}.${name}`),
    close: () => stack.disposeAsync(),
  };
}

/** Test case of the contract. */
export interface ContractCase {
  readonly title: string;
  run(service: ContractService): Promise<void>;
}

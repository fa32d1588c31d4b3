import { randomUUID } from 'node:crypto';
import { type CleanupOwner, cleanup, sharedInGroup, temporaryFolder } from '@tracklens/core/test-support';
import type { Client } from 'pg';
import { type App, type AppOptions, createApp } from '../service/app.ts';
import { type Store, withoutSync } from '../store/database/store.ts';
import { openStore, type StoreOptions } from '../store/open-store.ts';
import { schemaVersion } from '../store/schema-changes.ts';

/** The service without a socket, on a folder that is removed when the test ends. */
export interface TestService {
  readonly app: App;
  readonly store: Store;
  /** Clock of the service, which a test may set. */
  readonly clock: { now: number };
  /**
   * Sends a request and returns its JSON response; fails the test on any status but the expected one. Default: 200.
   */
  call<T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: unknown,
    expected?: number,
    headers?: Readonly<Record<string, string>>,
  ): Promise<T>;
  send(method: string, path: string, body?: BodyOf, headers?: Record<string, string>): Promise<Response>;
  /** Creates an experiment; returns its key. */
  experiment(projectName?: string): Promise<string>;
}

type BodyOf = ConstructorParameters<typeof Request>[1] extends infer Init
  ? NonNullable<Init> extends { body?: infer Body }
    ? Body
    : never
  : never;

/** API key of the test service. */
export const testKey = 'test-key-0123456789';
const root = 'http://127.0.0.1';

/** URL of a PostgreSQL to run the same tests on; each test gets a schema of its own. */
const databaseUrl = process.env.TRACKLENS_TEST_DATABASE_URL;

/**
 * Creates the storage of a test: a folder, or a schema of the PostgreSQL that `TRACKLENS_TEST_DATABASE_URL` names. It
 * is removed when the test ends, or emptied for the next test if the schema is reused.
 */
export async function testStore(
  owner: AsyncDisposableStack | CleanupOwner,
  reused = false,
): Promise<{ open(): Promise<Store>; options: StoreOptions }> {
  const folder = await temporaryFolder(owner);
  const open: Store[] = [];
  const options = databaseUrl
    ? { folder, databaseUrl: await emptySchema(cleanup(owner), databaseUrl, reused) }
    : { folder };
  cleanup(owner).defer(async () => {
    for (const store of open) await store.close();
  });
  return {
    options,
    async open() {
      const store = await openStore(options);
      open.push(store);
      return store;
    },
  };
}

/** Connection to a database, and schemas with the tables of a service that the next test may use. */
interface Schemas {
  readonly client: Client;
  readonly unused: string[];
  /** Removes the schemas when the tests of the process have ended. */
  readonly owner: AsyncDisposableStack;
}

/** Returns the schemas of all tests of a process: a connection for each would cost more than a schema. */
function sharedSchemas(stack: AsyncDisposableStack, server: string): Promise<Schemas> {
  return sharedInGroup('PostgreSQL schemas', stack, async (owner) => {
    const client = new (await import('pg')).default.Client(server);
    await client.connect();
    owner.defer(() => client.end());
    return { client, unused: [], owner };
  });
}

async function createSchema(client: Client, owner: AsyncDisposableStack): Promise<string> {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  await client.query(`create schema ${schema}`);
  owner.defer(() => client.query(`drop schema ${schema} cascade`).then());
  return schema;
}

/** Empties all tables of a schema, and restores the version of the tables, the only row of a new schema. */
const emptied = (schema: string) => `do $$
  declare
    name text;
    used boolean;
  begin
    for name in select tablename from pg_tables where schemaname = '${schema}' loop
      execute format('select exists (select from ${schema}.%I)', name) into used;
      if used then execute format('truncate ${schema}.%I', name); end if;
    end loop;
    insert into ${schema}.service_facts values ('schema-version', '${schemaVersion}');
  end $$`;

/**
 * Returns the URL of an empty schema of a database. With `reused` it may have been that of another test: to empty the
 * tables of a schema takes a tenth of the time to create them. A test that changes tables needs a new one.
 */
async function emptySchema(stack: AsyncDisposableStack, server: string, reused: boolean): Promise<string> {
  const { client, unused, owner } = await sharedSchemas(stack, server);
  const schema = (reused && unused.pop()) || (await createSchema(client, reused ? owner : stack));
  if (reused) {
    stack.defer(async () => {
      await client.query(emptied(schema));
      unused.push(schema);
    });
  }
  const address = new URL(server);
  address.searchParams.set('options', `-c search_path=${schema}`);
  return address.href;
}

/** Starts a service on SQLite, or on the PostgreSQL that `TRACKLENS_TEST_DATABASE_URL` names. */
export async function testService(
  owner: AsyncDisposableStack | CleanupOwner,
  options: Pick<AppOptions, 'pageFiles'> = {},
): Promise<TestService> {
  const store = await (await testStore(owner, true)).open();
  const clock = { now: 1_790_000_000_000 };
  const app = createApp({
    // No test simulates a power loss, and each would wait for a sync of every write.
    store: withoutSync(store),
    apiKey: testKey,
    session: { userName: 'ada', defaultWorkspaceName: 'ada' },
    now: () => clock.now,
    ...options,
  });
  const send: TestService['send'] = (method, path, body, headers = {}) =>
    app.fetch(
      new Request(root + path, {
        method,
        headers: { host: '127.0.0.1', authorization: testKey, ...headers },
        ...(body === undefined ? {} : { body }),
      }),
    );
  const call = async <T>(
    method: string,
    path: string,
    body?: unknown,
    expected = 200,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<T> => {
    const plain = body === undefined || body instanceof FormData;
    const response = await send(method, path, plain ? body : JSON.stringify(body), {
      ...(plain ? {} : json),
      ...headers,
    });
    const text = await response.text();
    if (response.status !== expected) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
  const json = { 'content-type': 'application/json' };
  return {
    app,
    store,
    clock,
    call: call as TestService['call'],
    send,
    experiment: async (projectName = 'digits') => {
      const body = { workspaceName: 'ada', projectName };
      return (await call<{ experimentKey: string }>('POST', '/api/rest/v2/write/experiment/create', body))
        .experimentKey;
    },
  };
}

/** Creates a multipart body with one file and, optionally, other parts. */
export function upload(
  content: string | Uint8Array<ArrayBuffer>,
  fileName: string,
  parts: Record<string, string> = {},
): FormData {
  const form = new FormData();
  form.set('file', new Blob([content]), fileName);
  for (const [name, text] of Object.entries(parts)) form.set(name, text);
  return form;
}

import { randomUUID } from 'node:crypto';
import { type CleanupOwner, cleanup, sharedInGroup, temporaryFolder } from '@tracklens/core/test-support';
import { type App, type AppOptions, createApp } from '../service/app.ts';
import { openStore, type Store, type StoreOptions, withoutSync } from '../store/store.ts';

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
 * is removed when the test ends.
 */
export async function testStore(
  owner: AsyncDisposableStack | CleanupOwner,
): Promise<{ open(): Promise<Store>; options: StoreOptions }> {
  const folder = await temporaryFolder(owner);
  const open: Store[] = [];
  const options = databaseUrl ? { folder, databaseUrl: await emptySchema(cleanup(owner), databaseUrl) } : { folder };
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

/** Creates a schema in a database; it is dropped when the cleanup stack ends. Returns the URL that uses it. */
async function emptySchema(stack: AsyncDisposableStack, server: string): Promise<string> {
  // One connection for all tests of a process: a new one costs the database more than an empty schema.
  const client = await sharedInGroup('PostgreSQL client', stack, async (owner) => {
    const opened = new (await import('pg')).default.Client(server);
    await opened.connect();
    owner.defer(() => opened.end());
    return opened;
  });
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  await client.query(`create schema ${schema}`);
  stack.defer(() => client.query(`drop schema ${schema} cascade`).then());
  const address = new URL(server);
  address.searchParams.set('options', `-c search_path=${schema}`);
  return address.href;
}

/** Starts a service on SQLite, or on the PostgreSQL that `TRACKLENS_TEST_DATABASE_URL` names. */
export async function testService(
  owner: AsyncDisposableStack | CleanupOwner,
  options: Pick<AppOptions, 'pageFiles'> = {},
): Promise<TestService> {
  const store = await (await testStore(owner)).open();
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

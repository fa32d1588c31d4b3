import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { UserConnections } from '../connections/user-connections.ts';
import type { Tracklens } from '../tokens.ts';
import type { JupyterRequest } from './jupyter-request.ts';
import { openOnService } from './output-connection.ts';
import { ServiceClients } from './service-clients.ts';

const team = 'https://team.example';
const company = 'https://company.example';
const target = { kind: 'experiment', experimentKey: 'a' } as const;

/** Page of JupyterLab with the connections of a user, and what its outputs open and report. */
function page(t: TestContext, status: object) {
  Object.assign(globalThis, { document: { getElementById: () => null } });
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  const connection = { color: 'blue', startedHere: false };
  const list = {
    active: 'team',
    started: null,
    configured: { url: company, source: 'COMET_URL_OVERRIDE' },
    defaultFolder: '/home/ada/tracklens',
    connections: [
      { ...connection, id: 'team', name: 'Team', url: team },
      { ...connection, id: 'demo', name: 'Demo data', url: 'http://127.0.0.1:5055', dataFolder: '/home/ada/demo' },
      { ...connection, id: 'runs', name: 'Runs', url: '', dataFolder: '/home/ada/runs' },
    ],
  };
  const jupyter = {
    isStaticSite: false,
    url: (path: string) => path,
    send: async () => Response.json(status),
    json: async () => list,
  } as unknown as JupyterRequest;
  const clients = new ServiceClients(jupyter);
  const opened: (string | undefined)[] = [];
  const reported: string[] = [];
  const tracklens = {
    clients,
    connections: new UserConnections(jupyter, clients),
    translate: (sentence: string, ...values: readonly string[]) => sentence.replace('%1', values[0] ?? ''),
    host: {
      open: (_: unknown, { connection: id }: { readonly connection?: string }) => opened.push(id),
      report: ({ message, remedy }: { readonly message: string; readonly remedy: string }) =>
        reported.push(`${message} ${remedy}`),
    },
  } as unknown as Tracklens;
  const open = (url: string | undefined) => openOnService(tracklens, url, target, { newPanel: false, activate: true });
  return { open, opened, reported };
}

const active = { id: 'team', configured: true, url: team, source: 'the connection' };

for (const [output, url, expected] of [
  ['the active service', `${team}/ada/digits`, 'team'],
  ['another connection', 'http://127.0.0.1:5055/ada/digits', 'demo'],
  ['the configured service', `${company}/ada/digits`, 'configured'],
  ['no known service', undefined, 'team'],
] as const) {
  test(`an experiment in an output of ${output} opens in its connection`, async (t) => {
    const { open, opened, reported } = page(t, active);
    await open(url);
    assert.deepEqual([opened, reported], [[expected], []]);
  });
}

test('an experiment of a service without a connection does not open on the active one', async (t) => {
  const { open, opened, reported } = page(t, active);
  await open('https://other.example/ada/digits');
  assert.deepEqual(opened, []);
  assert.deepEqual(reported, ['The service other.example is not connected. Sign in to it to read its data.']);
});

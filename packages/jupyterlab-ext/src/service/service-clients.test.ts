import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JupyterRequest } from './jupyter-request.ts';
import { ServiceClients } from './service-clients.ts';

/** Clients of a page, whose requests for the status a test answers one by one, and the changes that they report. */
function page() {
  const requests: PromiseWithResolvers<Response>[] = [];
  const jupyter = {
    isStaticSite: false,
    url: (path: string) => path,
    send: () => {
      const request = Promise.withResolvers<Response>();
      requests.push(request);
      return request.promise;
    },
  };
  const clients = new ServiceClients(jupyter as unknown as JupyterRequest);
  const changes: unknown[] = [];
  clients.onChange(({ id }) => changes.push(id));
  const respond = (request: number, id: string) =>
    requests[request]!.resolve(Response.json({ id, configured: true, url: 'https://x.example', source: 'x' }));
  const fail = (request: number) => requests[request]!.resolve(new Response('', { status: 502 }));
  return { clients, changes, respond, fail };
}

test('the active connection is the one of the newest status, in whatever order the responses arrive', async () => {
  const { clients, changes, respond } = page();
  const first = clients.status();
  respond(0, 'before');
  await first;
  const [older, newer] = [clients.status(), clients.status()];
  respond(2, 'after');
  await newer;
  respond(1, 'before');
  assert.equal((await older).id, 'after');
  assert.equal(clients.current?.id, 'after');
  assert.deepEqual(changes, ['after']);
});

test('the first status is a change only after a read of it has failed', async () => {
  for (const failed of [true, false]) {
    const { clients, changes, respond, fail } = page();
    const first = clients.status();
    if (failed) fail(0);
    else respond(0, 'team');
    await first.catch(() => {});
    const second = clients.status();
    respond(1, 'team');
    await second;
    assert.deepEqual(changes, failed ? ['team'] : []);
  }
});

import './testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '@tracklens/core/browser';
import { fakeTransport } from '@tracklens/core/testing';
import type { Services } from './services.ts';

const { editor } = await import('./testing/editor-api.ts');
const { openExperiment } = await import('./target-commands.ts');

/** Opens an experiment by its key in a window with two services. Returns where it opened, and the requests by service. */
async function opened(key: string, known: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = [];
  const places: string[] = [];
  const connectionOf = (id: string) => {
    const transport = fakeTransport(({ query }) => {
      const { experimentKey } = Object.fromEntries(query);
      asked.push(id);
      if (!known[id]!.includes(experimentKey!)) return { status: 400, json: { sdk_error_code: 90210 } };
      return { json: { experimentKey, experimentName: 'run', workspaceName: 'w', projectName: 'p' } };
    });
    const client = { api: new API({ transport }), url: `http://${id}.example` };
    return { state: { kind: 'connected' }, client: async () => client };
  };
  const ids = Object.keys(known);
  const connections = { currentId: ids[0], profiles: () => ids.map((id) => ({ id, name: id })), of: connectionOf };
  const of = (id: string): Services =>
    ({
      log: { debug() {} },
      connections,
      connectionId: id,
      of,
      panels: async () => ({
        open: (target: { experimentKey: string }) => places.push(`${id} ${target.experimentKey}`),
      }),
    }) as never;
  editor.answerWith(` ${key} `);
  await openExperiment(of(ids[0]!));
  editor.answerWith(undefined);
  return { places, asked: [...new Set(asked)] };
}

test('an experiment opens from the service that knows its key, the current one first', async () => {
  const known = { lab: ['a'.repeat(32), 'b'.repeat(32)], cloud: ['b'.repeat(32), 'c'.repeat(32)] };
  const placeOf = async (key: string) => (await opened(key, known)).places;
  assert.deepEqual(await placeOf('a'.repeat(32)), [`lab ${'a'.repeat(32)}`]);
  assert.deepEqual(await placeOf('b'.repeat(32)), [`lab ${'b'.repeat(32)}`]);
  assert.deepEqual(await placeOf('c'.repeat(32)), [`cloud ${'c'.repeat(32)}`]);
});

test('the panel of a key that no service knows opens in the current one, which reports it', async () => {
  const key = 'd'.repeat(32);
  assert.deepEqual((await opened(key, { lab: [], cloud: [] })).places, [`lab ${key}`]);
});

test('with one service a key opens without a request', async () => {
  const key = 'd'.repeat(32);
  assert.deepEqual(await opened(key, { lab: [key] }), { places: [`lab ${key}`], asked: [] });
});

import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { API, APIExperiment, type Transport, type WireRequest } from '@tracklens/core';
import { bufferedBody } from '@tracklens/core/client';
import { temporaryFolder } from '@tracklens/core/test-support';
import { typedOperations } from './class-types.ts';
import { callOperation, validArguments } from './valid-call.ts';

/** What a request asks, without what is new each time. */
function asked({ method, path, query, headers, body }: WireRequest): unknown {
  const isJson = headers?.['content-type']?.startsWith('application/json');
  const text = isJson && body instanceof Uint8Array ? new TextDecoder().decode(body) : '';
  return [method, path, query.filter(([name]) => name !== 'assetId'), text.replace(/"\w*timestamp":\d+/gi, '')];
}

test('in every operation a null option counts as absent, as None in the interface', async (t) => {
  const folder = await temporaryFolder(t);
  for (const name of ['file.txt', 'clip.gif']) await writeFile(join(folder, name), 'text');
  let sent: unknown[] = [];
  const transport: Transport = {
    async send(request) {
      sent.push(asked(request));
      const answer = request.path.endsWith('compact-details') ? { registryModelId: 'm' } : {};
      const bytes = new TextEncoder().encode(JSON.stringify(answer));
      return { status: 200, headers: { 'content-type': 'application/json' }, body: bufferedBody(bytes) };
    },
  };
  const api = new API({ transport, cache: false, warn: () => {} });
  const model = await api.getModel('lab', 'net');
  let compared = 0;
  for (const operation of typedOperations()) {
    const name = operation.on === 'Model' ? `Model.${operation.name}` : operation.name;
    const valid = validArguments(operation, folder);
    const carriedOut = async (args: readonly unknown[]) => {
      // One of the operations turns it on.
      api.useCache(false);
      await rm(join(folder, 'out'), { recursive: true, force: true });
      sent = [];
      const outcome = await callOperation({ api, model, folder }, operation, args).then(
        (answer) => JSON.stringify(answer),
        (error: unknown) => String(error),
      );
      // The files of a folder are opened at the same time, so their requests have no order.
      return { sent: sent.map((request) => JSON.stringify(request)).sort(), outcome };
    };
    await t.test(name, async () => {
      const expected = await carriedOut(valid);
      for (const [at, { fields }] of operation.args.entries()) {
        const options = valid[at] as Readonly<Record<string, unknown>>;
        for (const field of fields?.keys() ?? []) {
          // A part of a path may replace the options.
          if (typeof options !== 'object' || field in options) continue;
          const given = await carriedOut(valid.with(at, { ...options, [field]: null }));
          assert.deepEqual(given, expected, `${field}: null`);
          compared += 1;
        }
      }
    });
  }
  assert.ok(compared > 200, `${compared} options`);
});

test('each option that may be absent may also be undefined, also with `exactOptionalPropertyTypes`', () => {
  const exact = typedOperations().flatMap(({ on, name, args }) =>
    args.flatMap(({ fields }) =>
      [...(fields ?? [])]
        .filter(([, { optional, maybeUndefined }]) => optional && !maybeUndefined)
        .map(([field]) => `${on}.${name}: ${field}`),
    ),
  );
  assert.deepEqual(exact, []);
});

test('null options count as absent when a client or an experiment is created', async () => {
  const send: Transport['send'] = async () => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: bufferedBody(new TextEncoder().encode('{"experimentKey":"k","workspaceNames":["w"]}')),
  });
  const options = { cache: null, version: null, workspace: null, projectName: null, retry: null, timeouts: null };
  const none = { apiKey: null, url: null, warn: null, ...options } as object;
  const api = new API({ transport: { send }, ...none });
  assert.equal(api.useCache(), true);
  assert.equal(api.useCache(null as never), true);
  assert.deepEqual(await api.getWorkspaces(), ['w']);
  assert.deepEqual(await api.get(...([null, null, null] as unknown as [string])), ['w']);
  assert.deepEqual(await api.get({ signal: null } as never), ['w']);
  assert.equal(new APIExperiment({ api, previousExperiment: 'k', ...none }).key, 'k');
  assert.equal((await APIExperiment.create({ api, ...none, workspace: 'w', experimentName: null } as object)).key, 'k');
});

test('null options count as absent for a logged artifact', async () => {
  const version = {
    artifact: { artifactId: 'a', artifactName: 'data', artifactType: 'dataset', tags: [], workspaceName: 'w' },
    ...{ artifactVersion: '1.0.0', artifactVersionId: 'v', alias: [], tags: [], sizeInBytes: 0, files: [] },
  };
  const send: Transport['send'] = async () => {
    return { status: 200, headers: {}, body: bufferedBody(new TextEncoder().encode(JSON.stringify(version))) };
  };
  const experiment = new APIExperiment({ api: new API({ transport: { send } }), previousExperiment: 'k' });
  const artifact = await experiment.getArtifact('data');
  assert.deepEqual(await artifact.getFiles({ signal: null, onRawResponse: null } as object), []);
});

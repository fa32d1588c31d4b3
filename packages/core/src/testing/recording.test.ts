import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '../browser/index.ts';
import { fakeTransport } from './fake-transport.ts';
import { type RecordedExchange, recordingTransport, replayTransport } from './recording.ts';

/** Returns a recording after it was stored as JSON. */
const stored = (recording: readonly RecordedExchange[]) =>
  JSON.parse(JSON.stringify(recording)) as readonly RecordedExchange[];

test('a recording is replayed in order, with statuses and bytes', async () => {
  const names = ['first', 'second'];
  const service = fakeTransport((_, index) => ({ json: { workspaceNames: [names[index]] } }));
  const recorder = recordingTransport(service);
  const recorded = new API({ transport: recorder, cache: false });
  assert.deepEqual([await recorded.getWorkspaces(), await recorded.getWorkspaces()], [['first'], ['second']]);
  const replayed = new API({ transport: replayTransport(stored(recorder.recording)), cache: false });
  const results = [];
  for (let call = 0; call < 3; call++) results.push(await replayed.getWorkspaces());
  assert.deepEqual(results, [['first'], ['second'], ['second']]);
});

test('a recorded error is replayed, and bytes that are not text stay equal', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const recorder = recordingTransport(fakeTransport(() => ({ status: 404, bytes })));
  const request = { method: 'GET', path: '/file', query: [['a', 'b']], timeoutMillis: 1000 } as const;
  await recorder.send(request);
  const { status, body } = await replayTransport(stored(recorder.recording)).send(request);
  assert.equal(status, 404);
  assert.deepEqual(await body.bytes(), bytes);
});

test('a request that differs from the recording is rejected', async () => {
  const recorder = recordingTransport(fakeTransport(() => ({ json: { workspaceNames: [] } })));
  await new API({ transport: recorder }).getWorkspaces();
  const api = new API({ transport: replayTransport(recorder.recording) });
  await assert.rejects(api.getProjects('ada'), {
    code: 'invalid',
    message: /projects is not in the recording with this query and content\. Record it again\.$/,
  });
});

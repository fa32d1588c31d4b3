import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { API } from '@tracklens/core';
import type { Fault } from './faulty-server.ts';
import { fileFixture, isWhole } from './file-fixture.ts';

const limitMillis = 400;
const timeouts = { call: 10_000, download: limitMillis, upload: limitMillis, idle: limitMillis };
const apiKey = 'files-key-0123456789';
const pieceBytes = 50_000;
const pieceMillis = 40;

/** Sends the response of the service at 1.25 MB/s. After some pieces it breaks off or stops sending. */
function slowLine(most: number, end: 'never' | 'reset' | 'silence', ranges: (string | undefined)[]): Fault {
  return async ({ request, response, callService }) => {
    ranges.push(request.headers.range);
    const { status, headers, body } = await callService();
    const { 'transfer-encoding': _, ...kept } = headers;
    response.writeHead(status, { ...kept, 'content-length': String(body.length) });
    for (let at = 0, piece = 0; at < body.length; at += pieceBytes, piece++) {
      if (end !== 'never' && piece === most) return end === 'reset' ? void request.socket.resetAndDestroy() : undefined;
      response.write(body.subarray(at, at + pieceBytes));
      await new Promise((done) => setTimeout(done, pieceMillis));
    }
    response.end();
  };
}

for (const [end, from] of [
  ['never', [undefined]],
  ['reset', [undefined, 'bytes=400000-', 'bytes=800000-']],
  ['silence', [undefined, 'bytes=400000-', 'bytes=800000-']],
] as const) {
  test(`a file that takes longer than every timeout arrives over a slow connection (connection lost: ${end})`, async (t) => {
    const fixture = await fileFixture(t);
    const { server, experiment, assetId, folder } = fixture;
    const ranges: (string | undefined)[] = [];
    server.set(slowLine(8, end, ranges));
    const api = new API({ url: server.url, apiKey, timeouts, retry: { pause: async () => {} } });
    const path = join(folder, 'model.bin');
    const begun = performance.now();
    await api.downloadExperimentAsset(experiment.key, assetId, path);
    assert.ok(performance.now() - begun > limitMillis, 'the test takes less time than the limit');
    assert.ok(await isWhole(path, fixture));
    assert.deepEqual(ranges, from);
  });
}

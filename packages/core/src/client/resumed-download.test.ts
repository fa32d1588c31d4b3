import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RestApiException, type RestErrorCode } from './errors.ts';
import {
  type DownloadProgress,
  type FetchFile,
  type FileResponse,
  resumedBody,
  resumedDownload,
} from './resumed-download.ts';
import type { WireBody } from './transport.ts';
import { joinBytes } from './wire-body.ts';

const failure = (code: RestErrorCode, status: number | null = null) =>
  RestApiException.of({ code, reason: `it is ${code}`, status });

/** Body of some chunks that optionally ends with an error. */
function body(chunks: Iterable<Uint8Array>, end?: Error): WireBody {
  const reject = () => Promise.reject(new Error('read it as a stream'));
  return {
    bytes: reject,
    text: reject,
    async *[Symbol.asyncIterator]() {
      yield* chunks;
      if (end) throw end;
    },
  };
}

/** Service with one file. Each response fails after at most `most` bytes. */
function service(size: number, limit: number, code: RestErrorCode = 'unreachable', chunkBytes = limit) {
  const requests: Readonly<Record<string, string>>[] = [];
  const block = new Uint8Array(chunkBytes);
  const fetchFile: FetchFile = async (headers) => {
    requests.push(headers);
    const start = Number(/\d+/.exec(headers.range ?? '0')![0]);
    const end = Math.min(start + limit, size);
    function* chunks() {
      for (let at = start; at < end; at += chunkBytes) yield block.subarray(0, Math.min(chunkBytes, end - at));
    }
    const range = start > 0 ? { 'content-range': `bytes ${start}-${size - 1}/${size}` } : {};
    return {
      status: start > 0 ? 206 : 200,
      headers: { 'content-length': String(size - start), etag: '"a"', ...range },
      body: body(chunks(), end < size ? failure(code) : undefined),
    };
  };
  return { requests, fetchFile };
}

async function sizeOf(fetchFile: FetchFile, onProgress?: (progress: DownloadProgress) => void) {
  const pauses: number[] = [];
  const retry = { pause: async (millis: number) => void pauses.push(millis), random: () => 1 };
  let size = 0;
  for await (const { offset, bytes } of resumedDownload(fetchFile, { operation: 'download', retry, onProgress })) {
    size = offset + bytes.byteLength;
  }
  return { size, pauses };
}

for (const code of ['unreachable', 'timeout'] as const) {
  test(`10 GB arrive although each response ends after 300 MB, as ${code}`, async () => {
    const size = 10_000_000_000;
    const { requests, fetchFile } = service(size, 300_000_000, code, 50_000_000);
    const progress: DownloadProgress[] = [];
    assert.equal((await sizeOf(fetchFile, (one) => progress.push(one))).size, size);
    assert.equal(requests.length, 34);
    const identity = { 'accept-encoding': 'identity' };
    assert.deepEqual(requests.slice(0, 2), [identity, { ...identity, range: 'bytes=300000000-', 'if-range': '"a"' }]);
    assert.equal(requests.at(-1)!.range, 'bytes=9900000000-');
    assert.deepEqual(progress.at(-1), { receivedBytes: size, totalBytes: size });
  });
}

/** What a service does with one request of a file. */
const response = fc.record({
  /** Bytes after which the connection is lost. */
  limit: fc.nat(60),
  chunkBytes: fc.integer({ min: 1, max: 30 }),
  supportsRanges: fc.boolean(),
  etag: fc.constantFrom('"a"', 'W/"a"', undefined),
  hasLength: fc.boolean(),
  /** Whether the lost connection looks like the end of the response, which only its length then shows. */
  endsSilently: fc.boolean(),
  code: fc.constantFrom<RestErrorCode>('unreachable', 'timeout'),
});

test('a download has every byte of the file, or fails, wherever connections are lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(response, { minLength: 1, maxLength: 20 }),
      async (file, plan) => {
        let requests = 0;
        const fetchFile: FetchFile = async (headers) => {
          const { limit, chunkBytes, supportsRanges, etag, hasLength, endsSilently, code } =
            plan[requests++ % plan.length]!;
          const range = /^bytes=(\d+)-$/.exec(headers.range ?? '');
          const start = range && supportsRanges && headers['if-range'] === etag ? Number(range[1]) : null;
          if (start !== null && start >= file.length) throw failure('invalid', 416);
          const end = Math.min(file.length, (start ?? 0) + limit);
          function* chunks() {
            for (let at = start ?? 0; at < end; at += chunkBytes)
              yield file.subarray(at, Math.min(end, at + chunkBytes));
          }
          return {
            status: start === null ? 200 : 206,
            headers: {
              ...(etag && { etag }),
              ...(hasLength && { 'content-length': String(file.length - (start ?? 0)) }),
              ...(start !== null && { 'content-range': `bytes ${start}-${file.length - 1}/${file.length}` }),
            },
            body: body(chunks(), end === file.length || (endsSilently && hasLength) ? undefined : failure(code)),
          };
        };
        const retry = { pause: async () => {}, attempts: 5 };
        let received = new Uint8Array();
        try {
          for await (const { offset, bytes } of resumedDownload(fetchFile, { operation: 'download', retry })) {
            received = joinBytes([received.subarray(0, offset), bytes]) as typeof received;
          }
        } catch (error) {
          assert.match((error as RestApiException).code, /^(?:unreachable|timeout)$/);
          return;
        }
        assert.deepEqual(received, file);
      },
    ),
  );
});

test('a download without progress fails after growing pauses', async () => {
  let calls = 0;
  const { fetchFile } = service(1000, 400);
  const stuck: FetchFile = (headers) => (calls++ === 0 ? fetchFile(headers) : Promise.reject(failure('timeout')));
  const pauses: number[] = [];
  const retry = { pause: async (millis: number) => void pauses.push(millis), random: () => 1 };
  const read = async () => {
    for await (const _ of resumedDownload(stuck, { operation: 'download', retry }));
  };
  await assert.rejects(read(), { code: 'timeout', operation: 'download' });
  assert.deepEqual(pauses, [500, 1000, 2000, 4000, 8000]);
});

test('a request without a response is not repeated again, since every call retries already', async () => {
  let calls = 0;
  const read = sizeOf(() => {
    calls++;
    return Promise.reject(failure('unreachable'));
  });
  await assert.rejects(read, { code: 'unreachable' });
  assert.equal(calls, 1);
});

test('a download continues after a service that starts again, when it asks to', async () => {
  const { fetchFile, requests } = service(1000, 400);
  const outage = [
    { code: 'server', status: 502 },
    { code: 'server', status: 503, retryAfterMillis: 7000 },
    { code: 'rate-limited', status: 429 },
  ] as const;
  let calls = 0;
  const restarting: FetchFile = (headers) => {
    const details = outage[calls++ - 1];
    if (details === undefined) return fetchFile(headers);
    return Promise.reject(RestApiException.of({ ...details, reason: 'it starts' }));
  };
  const { size, pauses } = await sizeOf(restarting);
  assert.equal(size, 1000);
  assert.deepEqual(
    requests.map(({ range }) => range),
    [undefined, 'bytes=400-', 'bytes=800-'],
  );
  // Each pause after the first is longer, until a byte arrives.
  assert.deepEqual(pauses, [500, 1000, 2000 + 7000, 4000, 500]);
});

test('a service that asks to wait longer than the longest pause ends a download', async () => {
  let calls = 0;
  const { fetchFile } = service(1000, 400);
  const busy = RestApiException.of({ code: 'rate-limited', reason: 'busy', status: 429, retryAfterMillis: 31_000 });
  const read = sizeOf((headers) => (calls++ === 0 ? fetchFile(headers) : Promise.reject(busy)));
  await assert.rejects(read, { code: 'rate-limited', retryAfterMillis: 31_000 });
  assert.equal(calls, 2);
});

test('another failure ends a download at once', async () => {
  let calls = 0;
  const { fetchFile } = service(1000, 400);
  const removed = sizeOf((headers) => (calls++ === 0 ? fetchFile(headers) : Promise.reject(failure('not-found', 404))));
  await assert.rejects(removed, { code: 'not-found' });
  assert.equal(calls, 2);
});

test('an abort ends a pause', async () => {
  const { fetchFile } = service(1000, 400);
  const retry = { pause: () => Promise.reject(new DOMException('x', 'AbortError')) };
  const read = async () => {
    for await (const _ of resumedDownload(fetchFile, { operation: 'download', retry }));
  };
  await assert.rejects(read(), { code: 'aborted', operation: 'download' });
});

const whole = (size: number, tag?: string): FileResponse => ({
  status: 200,
  headers: { 'content-length': String(size), ...(tag === undefined ? {} : { etag: tag }) },
  body: body([new Uint8Array(size)]),
});
const half = (size: number, tag?: string): FileResponse => ({
  ...whole(size, tag),
  body: body([new Uint8Array(size / 2)], failure('unreachable')),
});
const part = (from: number, size: number, tag: string, range = `bytes ${from}-${size - 1}/${size}`): FileResponse => ({
  status: 206,
  headers: { 'content-length': String(size - from), etag: tag, 'content-range': range },
  body: body([new Uint8Array(size - from)]),
});

for (const [what, responses, ranges, size] of [
  ['a file without a tag', [half(100), whole(100)], [undefined, undefined], 100],
  ['a file whose tag promises no equal bytes', [half(100, 'W/"a"'), whole(100, 'W/"a"')], [undefined, undefined], 100],
  ['a file that has changed', [half(100, '"a"'), whole(70, '"b"')], [undefined, 'bytes=50-'], 70],
  [
    'a part of another file',
    [half(100, '"a"'), part(50, 100, '"b"'), whole(70, '"b"')],
    [undefined, 'bytes=50-', undefined],
    70,
  ],
  [
    'a part that begins elsewhere',
    [half(100, '"a"'), part(40, 100, '"a"'), whole(100, '"a"')],
    [undefined, 'bytes=50-', undefined],
    100,
  ],
  [
    'a part of a file of another length',
    [half(100, '"a"'), part(50, 100, '"a"', 'bytes 50-99/101'), whole(100, '"a"')],
    [undefined, 'bytes=50-', undefined],
    100,
  ],
  [
    'a rest that is not there',
    [half(100, '"a"'), failure('invalid', 416), whole(100, '"a"')],
    [undefined, 'bytes=50-', undefined],
    100,
  ],
] as const) {
  test(`${what} is downloaded from its start, but not for a reader that cannot restart`, async () => {
    const requests: (string | undefined)[] = [];
    const fetchFrom = (left: (FileResponse | Error)[]): FetchFile => {
      return async ({ range }) => {
        requests.push(range);
        const response = left.shift()!;
        if (response instanceof Error) throw response;
        return response;
      };
    };
    assert.equal((await sizeOf(fetchFrom([...responses]))).size, size);
    assert.deepEqual(requests, ranges);
    const read = async () => {
      const retry = { pause: async () => {} };
      for await (const _ of resumedBody(fetchFrom([...responses]), { operation: 'download', retry }));
    };
    await assert.rejects(read(), { code: 'unreachable', message: /lost after 50 bytes/ });
  });
}

test('a reader that cannot restart gets the bytes in order', async () => {
  let size = 0;
  const { requests, fetchFile } = service(1000, 300);
  const retry = { pause: async () => {} };
  for await (const bytes of resumedBody(fetchFile, { operation: 'download', retry })) size += bytes.byteLength;
  assert.deepEqual([size, requests.length], [1000, 4]);
});

test('a file that is longer than announced is rejected', async () => {
  const response = { ...whole(100), body: body([new Uint8Array(101)]) };
  await assert.rejects(
    sizeOf(async () => response),
    { code: 'malformed', message: /101 bytes of a file of 100/ },
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { parseExactJson } from '../store/tables/exact-json.ts';
import { jsonBodyLimits, readJson } from './request-body.ts';

function requestOf(
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
): Request {
  return new Request('http://127.0.0.1/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
}

function streamOf(text: string, end: 'closed' | 'broken'): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      if (end === 'closed') controller.close();
      else controller.error(new Error('the connection is gone'));
    },
  });
}

const gzip = { 'content-encoding': 'gzip' };

test('a body is read whole or in pieces, compressed or not; a request without a body is empty', async () => {
  for (const request of [
    requestOf('{"a":1}'),
    requestOf(streamOf('{"a":1}', 'closed')),
    requestOf(new Uint8Array(gzipSync('{"a":1}')), gzip),
    // Windows PowerShell writes a file with a byte order mark.
    requestOf('\uFEFF{"a":1}'),
  ]) {
    assert.deepEqual(await readJson(request), { a: 1 });
  }
  assert.equal(await readJson(requestOf('')), undefined);
});

test('a long integer of a logged value keeps all its digits', async () => {
  for (const [body, printed] of [
    ['12345678901234567890'],
    ['{"value":[-9223372036854775808,{"a":{"b":9007199254740993}}]}'],
    // A number represents these exactly, or is no integer.
    ['[9007199254740991,-1700000000000000,123456789012345]'],
    ['[1e30,1234567890123456.5,12345678901234567890.0]', '[1e+30,1234567890123456.5,12345678901234567000]'],
    ['["12345678901234567890",":12345678901234567890",{"12345678901234567890":1}]'],
    ['[12345678901234567890,NaN,-Infinity]', '[12345678901234567890,"NaN","-Infinity"]'],
    [`${'['.repeat(1200)}12345678901234567890${']'.repeat(1200)}`],
  ] as const) {
    const read = await readJson(requestOf(body), { ...jsonBodyLimits, parse: parseExactJson });
    assert.equal(JSON.stringify(read), printed ?? body, body.slice(0, 100));
  }
});

test('a long integer of a query is a number', async () => {
  assert.deepEqual(await readJson(requestOf('{"value":-36785334223640351}')), { value: -36785334223640350 });
});

test('a body of too many levels is rejected, also with a long integer', async () => {
  const body = `${'['.repeat(100_000)}12345678901234567890${']'.repeat(100_000)}`;
  await assert.rejects(readJson(requestOf(body), { ...jsonBodyLimits, parse: parseExactJson }), { status: 400 });
});

const rejected: [what: string, request: () => Request, status: number, message: RegExp][] = [
  ['that breaks off', () => requestOf(streamOf('{"a":1}', 'broken')), 400, /truncated/],
  [
    'that says its length and breaks off',
    () => requestOf(streamOf('{', 'broken'), { 'content-length': '9' }),
    400,
    /truncated/,
  ],
  ['that is not JSON', () => requestOf('{"a":'), 400, /not valid JSON/],
  ['that is too long', () => requestOf(streamOf('1'.repeat(101), 'closed')), 413, /larger than 100 bytes/],
  ['that says it is too long', () => requestOf('1', { 'content-length': '101' }), 413, /larger than 100 bytes/],
  [
    'that unpacks to too much',
    () => requestOf(new Uint8Array(gzipSync('1'.repeat(101))), gzip),
    413,
    /larger than 100/,
  ],
  ['that is not gzip', () => requestOf('{}', gzip), 400, /not valid gzip/],
  ['packed by another way', () => requestOf('{}', { 'content-encoding': 'br' }), 415, /send gzip/],
];
for (const [what, request, status, message] of rejected) {
  test(`a body ${what} is rejected`, async () => {
    await assert.rejects(readJson(request(), { ...jsonBodyLimits, maxBytes: 100 }), { status, message });
  });
}

/** A body that sends one byte after another, for as long as it is read. */
const drip = () =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((done) => setTimeout(done, 5));
      controller.enqueue(new Uint8Array([0x20]));
    },
  });

/** A body that starts and then neither continues nor ends. */
const standstill = () =>
  new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(150).fill(0x20)) });

const pace = { windowMillis: 60, minBytes: 100 };

for (const [what, request] of [
  ['that is dripped', () => requestOf(drip())],
  ['that stops', () => requestOf(standstill())],
  ['that says it is short and stops', () => requestOf(standstill(), { 'content-length': '9' })],
] as const) {
  test(`a body ${what} is rejected after a window without progress`, { timeout: 10_000 }, async () => {
    await assert.rejects(readJson(request(), { ...jsonBodyLimits, pace }), {
      status: 408,
      message: /^Too little of the request body arrived within 0.06 s/,
    });
  });
}

/** A body of 14 pieces, one every 50 ms. */
const slow = (piece: string) => {
  const pieces = ['{"a":"', ...Array.from({ length: 12 }, () => piece), '"}'];
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((done) => setTimeout(done, 50));
      const next = pieces.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(next));
    },
  });
  return { body, length: pieces.join('').length };
};

// Two pieces a window are enough, so that a busy machine may delay a piece.
const slowPace = { windowMillis: 400, minBytes: 100 };

for (const [what, piece, hasLength] of [
  ['of unknown length', 'x'.repeat(50), false],
  ['of a known length', 'x'.repeat(6000), true],
] as const) {
  test(`a body ${what} may take longer than the window while it makes progress`, async () => {
    const { body, length } = slow(piece);
    const request = requestOf(body, hasLength ? { 'content-length': `${length}` } : {});
    const limits = { ...jsonBodyLimits, pace: slowPace };
    assert.deepEqual(await readJson(request, limits), { a: piece.repeat(12) });
  });
}

test('a body whose sender is not authenticated must arrive within one window', async () => {
  const request = requestOf(slow('x'.repeat(50)).body);
  const pace = { ...slowPace, minBytes: Number.POSITIVE_INFINITY };
  await assert.rejects(readJson(request, { ...jsonBodyLimits, pace }), { status: 408 });
});

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { temporaryFolder } from '@tracklens/core/test-support';
import { bodyPace } from './body-pieces.ts';
import { readMultipart } from './multipart.ts';

const names = ['file', 'metadata'];
const headOf = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\n\r\n`;

function requestOf(body: ReadableStream<Uint8Array>): Request {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  return new Request('http://127.0.0.1/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
}

function uploadOf(pieces: readonly string[], end: 'closed' | 'broken'): Request {
  return requestOf(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        if (end === 'closed') controller.close();
        else controller.error(new Error('the connection is gone'));
      },
    }),
  );
}

/** Returns an upload whose piece has been read when `end` is called with the controller of its body. */
function pausedUpload(piece: string, end: (controller: ReadableStreamDefaultController<Uint8Array>) => void): Request {
  let sent = false;
  return requestOf(
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (sent) return end(controller);
          sent = true;
          controller.enqueue(new TextEncoder().encode(piece));
        },
      },
      { highWaterMark: 0 },
    ),
  );
}

test('files are written to the folder, texts to memory, and other parts are ignored', async (t) => {
  const folder = await temporaryFolder(t);
  const pieces = ['other', 'file', 'metadata'].map((name) => `${headOf(name)}the ${name}\r\n`);
  const { parts, discard } = await readMultipart(uploadOf([...pieces, '--b--\r\n'], 'closed'), names, folder);
  assert.deepEqual(Object.keys(parts).toSorted(), names);
  assert.equal(parts.metadata, 'the metadata');
  assert.ok(typeof parts.file === 'object');
  assert.equal(await readFile(parts.file.path, 'utf8'), 'the file');
  await discard();
  assert.deepEqual(await readdir(folder), []);
});

for (const name of ['file', 'metadata', 'other']) {
  for (const end of ['closed', 'broken'] as const) {
    for (const content of ['', 'some of it']) {
      test(`an upload that is ${end} within the part ${name} is rejected, and only that: ${content || 'nothing of it'}`, async (t) => {
        const folder = await temporaryFolder(t);
        const reading = readMultipart(uploadOf([headOf(name) + content], end), names, folder);
        await assert.rejects(reading, { status: 400, message: /truncated/ });
        assert.deepEqual(await readdir(folder), []);
      });
    }
  }
}

for (const name of ['file', 'metadata']) {
  test(`an upload whose client goes away or pauses within the part ${name} leaves no file`, {
    timeout: 20_000,
  }, async (t) => {
    const folder = await temporaryFolder(t);
    const piece = headOf(name) + 'some of it'.repeat(100);
    const left = pausedUpload(piece, (body) => body.error(new Error('the connection is gone')));
    await assert.rejects(readMultipart(left, names, folder), { status: 400, message: /truncated/ });
    const paused = pausedUpload(piece, () => {});
    const pace = { ...bodyPace, windowMillis: 20 };
    await assert.rejects(readMultipart(paused, names, folder, pace), { status: 408, message: /Too little/ });
    assert.deepEqual(await readdir(folder), []);
  });
}

const textLimit = 16 * 1024 * 1024;
const plainHead = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
const overLimit = 'x'.repeat(textLimit + 1);

const rejected: [what: string, body: string, status: number, message: RegExp][] = [
  ['a long text part', `${plainHead('metadata')}${overLimit}\r\n--b--\r\n`, 413, /part metadata is larger than/],
  [
    'a long text part with a file name',
    `${headOf('metadata')}${overLimit}\r\n--b--\r\n`,
    413,
    /part metadata is larger/,
  ],
  ['a file part without a file name', `${plainHead('file')}hello\r\n--b--\r\n`, 400, /part file has no file/],
];
for (const [what, body, status, message] of rejected) {
  test(`${what} is rejected once the body has been read, and leaves no file`, { timeout: 20_000 }, async (t) => {
    const folder = await temporaryFolder(t);
    const file = `${headOf('file')}a file before it\r\n`;
    await assert.rejects(readMultipart(uploadOf([file, body], 'closed'), names, folder), { status, message });
    assert.deepEqual(await readdir(folder), []);
  });
}

test('a body of another type, or without a boundary, is rejected', async (t) => {
  const folder = await temporaryFolder(t);
  for (const [type, message] of [
    ['application/x-www-form-urlencoded', /application\/x-www-form-urlencoded: send multipart\/form-data/],
    ['application/json', /send multipart\/form-data/],
    ['multipart/form-data', /no boundary/],
  ] as const) {
    const request = new Request('http://127.0.0.1/', {
      method: 'POST',
      body: 'file=hello',
      headers: { 'content-type': type },
    });
    await assert.rejects(readMultipart(request, names, folder), { status: 400, message }, type);
  }
});

test('file names arrive as they were sent', async (t) => {
  const folder = await temporaryFolder(t);
  for (const [parameter, fileName] of [
    ['filename="größe 日本.txt"', 'größe 日本.txt'],
    ['filename="a\\"b.txt"', 'a"b.txt'],
    ['filename="C:\\Users\\ada\\b.txt"', 'C:\\Users\\ada\\b.txt'],
    ['filename="runs/1/b.txt"', 'runs/1/b.txt'],
    ["filename*=utf-8''na%C3%AFve.txt", 'naïve.txt'],
  ]) {
    const body = `--b\r\nContent-Disposition: form-data; name="file"; ${parameter}\r\n\r\nx\r\n--b--\r\n`;
    const { parts } = await readMultipart(uploadOf([body], 'closed'), names, folder);
    assert.ok(typeof parts.file === 'object');
    assert.equal(parts.file.fileName, fileName, parameter);
  }
});

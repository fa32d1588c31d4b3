import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readMultipart } from './multipart.ts';

const names = ['file', 'metadata'];
const headOf = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\n\r\n`;

async function incomingFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tracklens-multipart-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function uploadOf(pieces: readonly string[], end: 'closed' | 'broken'): Request {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      if (end === 'closed') controller.close();
      else controller.error(new Error('the connection is gone'));
    },
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  return new Request('http://127.0.0.1/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
}

test('files go to the folder, texts into memory, parts of other names nowhere', async (t) => {
  const folder = await incomingFolder(t);
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
      test(`an upload that is ${end} amid the part ${name} is refused, and only that: ${content || 'nothing of it'}`, async (t) => {
        const folder = await incomingFolder(t);
        const reading = readMultipart(uploadOf([headOf(name) + content], end), names, folder);
        await assert.rejects(reading, { status: 400, message: /cut short/ });
        assert.deepEqual(await readdir(folder), []);
      });
    }
  }
}

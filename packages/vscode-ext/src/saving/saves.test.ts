import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageSaves } from './page-saves.ts';
import { maxFileBytes, pieceBytes, readSaveMessage, type SaveMessage } from './save-messages.ts';

/** Creates the page side and records its messages. */
function page() {
  const messages: SaveMessage[] = [];
  return { messages, saves: pageSaves((message) => messages.push(message)) };
}

test('a page sends bytes only when the host requests them, piece by piece', async () => {
  const { messages, saves } = page();
  const bytes = new Uint8Array(pieceBytes + 3).fill(7);
  const saved = saves.save('a.bin', bytes);
  assert.deepEqual(messages, [{ kind: 'offer', id: 0, fileName: 'a.bin', size: pieceBytes + 3 }]);
  for (const offset of [0, pieceBytes]) saves.receive({ kind: 'pull', id: 0, offset });
  const pieces = messages
    .slice(1)
    .map((message) => message.kind === 'piece' && [message.offset, message.body.byteLength]);
  assert.deepEqual(pieces, [
    [0, pieceBytes],
    [pieceBytes, 3],
  ]);
  saves.receive({ kind: 'done', id: 0 });
  await saved;
});

test('a failure of the host is reported with its message', async () => {
  const { saves } = page();
  const saved = saves.save('a.bin', new Uint8Array(1));
  saves.receive({ kind: 'failed', id: 0, message: 'The disk is full.' });
  await assert.rejects(saved, /The disk is full/);
});

test('a file over the limit is rejected before anything is reported, with the limit', async () => {
  const { messages, saves } = page();
  const huge = Object.defineProperty(new Uint8Array(0), 'byteLength', { value: maxFileBytes + 1 });
  await assert.rejects(saves.save('a.bin', huge), /257 MB cannot be saved here; the limit is 256 MB.*browser/);
  assert.deepEqual(messages, []);
});

for (const message of [
  null,
  { kind: 'offer', id: -1, fileName: 'a', size: 1 },
  { kind: 'piece', id: 0, offset: 0, body: 'x' },
]) {
  test(`the host drops ${JSON.stringify(message)}`, () => assert.equal(readSaveMessage(message), null));
}

test('a file with a long name is offered, with a shorter one', () => {
  const offer = { kind: 'offer', id: 0, fileName: 'a'.repeat(5000), size: 1 };
  assert.deepEqual(readSaveMessage(offer), { ...offer, fileName: 'a'.repeat(4000) });
});

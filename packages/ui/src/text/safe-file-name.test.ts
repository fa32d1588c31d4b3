import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { safeFileName } from './safe-file-name.ts';

for (const [given, safe] of [
  ['vision_loss_2026-11-21.csv', 'vision_loss_2026-11-21.csv'],
  ['été 中文 🚀.png', 'été 中文 🚀.png'],
  ['../../.ssh/authorized_keys', 'authorized_keys'],
  ['C:\\Windows\\notepad.exe', 'notepad.exe'],
  ['.bashrc', 'bashrc'],
  ['cha\u202egpj.exe', 'chagpj.exe'],
  ['a\u0000b\nc.txt', 'abc.txt'],
  ['loss: <train>?.csv', 'loss_ _train__.csv'],
  ['NUL.txt', '_NUL.txt'],
  ['com1', '_com1'],
  ['console.txt', 'console.txt'],
  ['name. . .', 'name'],
  ['', 'download'],
  ['..', 'download'],
  ['a/', 'download'],
] as const) {
  test(`${JSON.stringify(given)} is saved as ${safe}`, () => assert.equal(safeFileName(given), safe));
}

test('a long name retains its extension', () => {
  const safe = safeFileName(`${'x'.repeat(400)}.parquet`);
  assert.equal(safe.length, 200);
  assert.match(safe, /x\.parquet$/);
  assert.equal(safeFileName(`${'猫'.repeat(90)}.png`), `${'猫'.repeat(65)}.png`);
});

test('any input results in one safe name, and safe names are not changed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (given) => {
      const safe = safeFileName(given);
      assert.match(safe, /^[^/\\\p{Cc}<>:"|?*]+$/u);
      assert.doesNotMatch(safe, /^\.|\.$/);
      assert.equal(safeFileName(safe), safe);
    }),
  );
});

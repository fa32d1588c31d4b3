import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Allowance, cutMiddle, jsonBytes } from './content-budget.ts';
import { cutEnd } from './shortened-end.ts';
import { snapshotOthers, snapshotRecords } from './snapshot-records.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n'), maxLength: 300 });

test('a text is shortened to its limit, without half of a character, which a notebook cannot store', () => {
  fc.assert(
    fc.property(text, fc.nat({ max: 400 }), (given, limit) => {
      const end = cutEnd(given, limit);
      assert.ok(end.isWellFormed() && end.length <= limit && given.startsWith(end));
      assert.ok(end.length >= Math.min(limit, given.length) - 1);
      const middle = cutMiddle(given, limit);
      assert.ok(middle.isWellFormed(), middle);
      assert.ok(middle === given || jsonBytes(middle) <= limit || /^\n… \d+ characters .*\n$/.test(middle), middle);
      assert.ok(new Allowance(limit).takeText(given, limit).isWellFormed());
    }),
  );
});

test('texts of records are shortened without half of a character', () => {
  const long = `a${'😀'.repeat(2000)}`;
  const metadata = { experimentKey: 'k', experimentName: long, workspaceName: 'w', projectName: 'p' };
  const values = [{ name: 'x', valueCurrent: long }];
  const records = snapshotRecords({ metadata, tags: [long], metrics: values, parameters: values }, 'one');
  const shortened = [
    records.metadata.experimentName!,
    records.tags[0]!,
    records.metrics[0]!.valueCurrent!,
    records.parameters[0]!.valueCurrent!,
    snapshotOthers(values)[0]!.valueCurrent!,
  ];
  for (const one of shortened) assert.equal(one, long.slice(0, 999));
});

test('of a progress bar, which is one line, the end is shown', () => {
  const bar = Array.from({ length: 2000 }, (_, at) => `\rstep ${at} of 2000`).join('');
  for (const end of ['', '\n']) {
    const shown = cutMiddle(bar + end, 1000);
    assert.ok(shown.endsWith(`step 1998 of 2000\rstep 1999 of 2000${end}`), shown);
    assert.match(shown, /characters are not in the saved copy …\nstep \d+ of 2000\r/);
  }
  const line = `${'x'.repeat(5000)}end\n`;
  assert.match(cutMiddle(line, 1000), /^x+\n… .+ …\nx+end\n$/);
});

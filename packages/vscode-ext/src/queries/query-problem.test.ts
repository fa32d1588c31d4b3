import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english } from '@tracklens/ui/trees';
import { errorSpan, queryProblem } from './query-problem.ts';

test('a problem states its position and remedy, and marks the position', () => {
  assert.equal(
    queryProblem(
      'Metric("loss") = 0.5',
      { start: 15, end: 16, message: "'=' is not an operator", remedy: 'write ==' },
      english,
    ),
    'Column 16: \'=\' is not an operator; write ==.  Metric("loss") »=« 0.5',
  );
});

test('a problem in a text of several lines states its line, and its column in that line', () => {
  const problem = { message: "'=' is not an operator", remedy: 'write ==' };
  for (const lineEnd of ['\n', '\r\n']) {
    const text = ['Metric("accuracy") > 0.5 and', '  Metric("loss") = 0.5'].join(lineEnd);
    const start = text.indexOf('= 0.5');
    const shown = queryProblem(text, { ...problem, start, end: start + 1 }, english);
    assert.match(shown, /^Line 2, column 18: '=' is not an operator; write ==\. .* Metric\("loss"\) »=« 0.5$/);
  }
});

test('a long query is shortened around the position', () => {
  const text = `${'x'.repeat(100)}!${'y'.repeat(100)}`;
  assert.equal(
    queryProblem(text, { start: 100, end: 101, message: 'no' }, english),
    `Column 101: no.  …${'x'.repeat(24)}»!«${'y'.repeat(24)}…`,
  );
});

test('a problem after the end of the text is moved inside it', () => {
  assert.deepEqual(errorSpan('abc', { start: 7, end: 9 }), { start: 3, end: 3 });
  assert.deepEqual(errorSpan('abc', { start: 1, end: 0 }), { start: 1, end: 1 });
});

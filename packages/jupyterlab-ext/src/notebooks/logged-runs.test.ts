import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loggedRuns, runsOfOutput } from './logged-runs.ts';
import { comparisonOf } from './run-arguments.ts';

const key = 'a1'.repeat(16);
const service = 'http://127.0.0.1:5055';
const stderr = (text: string) => [{ type: 'stream', data: { 'application/vnd.jupyter.stderr': text } }];
const run = { experimentKey: key, workspace: 'ada', projectName: 'digits', origin: service };

for (const [what, text, expected] of [
  ['the line of the start', `COMET INFO: Experiment is live on comet.com ${service}/ada/digits/${key}\n`, [run]],
  [
    'a colored line',
    `\u001b[1;38;5;39mCOMET INFO:\u001b[0m Experiment is live on comet.com ${service}/ada/digits/${key}\u001b[0m\n`,
    [run],
  ],
  ['the summary of the end', `COMET INFO:     url                   : ${service}/ada/digits/${key}\n`, [run]],
  [
    'a run that is named twice',
    `Experiment is live on comet.com ${service}/ada/digits/${key}\n  url   : ${service}/ada/digits/${key}\n`,
    [run],
  ],
  [
    'encoded names',
    `Experiment is live on comet.com ${service}/a%20b/c%2Fd/${key}`,
    [{ ...run, workspace: 'a b', projectName: 'c/d' }],
  ],
  ['another address', `see ${service}/ada/digits/${key}`, []],
  ['a project', `Experiment is live on comet.com ${service}/ada/digits`, []],
  ['another scheme', `Experiment is live on comet.com javascript:alert(1)/ada/digits/${key}`, []],
  ['a short key', `Experiment is live on comet.com ${service}/ada/digits/abc`, []],
  ['a damaged name', `Experiment is live on comet.com ${service}/%E0%A4%A/digits/${key}`, []],
] as const) {
  test(`${what} names ${expected.length === 0 ? 'no run' : 'the run'}`, () => {
    assert.deepEqual(loggedRuns(stderr(text)), expected);
  });
}

test('only streams are read, and of a long one its start and its end', () => {
  const line = `Experiment is live on comet.com ${service}/ada/digits/${key}\n`;
  assert.deepEqual(loggedRuns([{ type: 'display_data', data: { 'text/plain': line } }]), []);
  const filler = 'x'.repeat(50_000);
  assert.equal(loggedRuns(stderr(line + filler)).length, 1);
  assert.equal(loggedRuns(stderr(`${filler}\n${line}`)).length, 1);
  assert.equal(loggedRuns(stderr(`${filler}\n${line}${filler}`)).length, 0);
});

test('an output is searched again only after its text has changed', () => {
  const [output] = stderr(`Experiment is live on comet.com ${service}/ada/digits/${key}\n`);
  const data = output!.data as Record<string, string>;
  const found = runsOfOutput(output!);
  assert.deepEqual(found, [run]);
  assert.equal(runsOfOutput(output!), found);
  data['application/vnd.jupyter.stderr'] +=
    `Experiment is live on comet.com ${service}/ada/digits/${'b2'.repeat(16)}\n`;
  assert.equal(runsOfOutput(output!).length, 2);
});

test('runs of one project are compared on the connection that has them', () => {
  const other = { ...run, experimentKey: 'b2'.repeat(16) };
  const elsewhere = { ...run, experimentKey: 'c3'.repeat(16), projectName: 'other', connection: 'a' };
  assert.deepEqual(comparisonOf([{ ...run, connection: 'a' }, elsewhere, { ...other, connection: 'a' }]), {
    target: { kind: 'project', workspace: 'ada', projectName: 'digits' },
    state: { version: 1, selection: [key, other.experimentKey], project: { part: 'compare' } },
    count: 2,
    connection: 'a',
  });
  const unknown = comparisonOf([run, other].map((one) => ({ ...one, connection: null })));
  assert.equal('connection' in unknown!, false);
  assert.equal(comparisonOf([{ ...run, connection: 'a' }, elsewhere]), null);
});

test('any text is searched without an error', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      loggedRuns(stderr(`Experiment is live on comet.com http://${text}\n url  : ${text}`));
    }),
  );
});

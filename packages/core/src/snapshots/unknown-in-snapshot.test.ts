import assert from 'node:assert/strict';
import { test } from 'node:test';
import { staticForms } from '../static-charts/static-html.ts';
import type { ViewState } from '../targets/view-state.ts';
import { unknownIn } from './unknown-in-snapshot.ts';
import type { Snapshot, ViewPayload } from './view-payload.ts';

const projectTarget = { kind: 'project', workspace: 'w', projectName: 'p' } as const;
const said = 'No experiment here has logged the metric “los”. Did you mean “loss”?';

/** Snapshot of experiments with `loss` and `accuracy`; `old` is logged by the last one only. */
function snapshotOf(count: number, state: ViewState): Snapshot {
  const experiments = Array.from({ length: count }, (_, index) => ({
    metadata: { experimentKey: `key${index}`, experimentName: `otter_${index}`, workspaceName: 'w', projectName: 'p' },
    tags: [],
    metrics: ['loss', 'accuracy', ...(index > 0 && index === count - 1 ? ['old'] : [])].map((name) => ({
      ...{ name, valueCurrent: '0.3' },
    })),
    parameters: [{ name: 'lr', valueCurrent: '0.1' }],
  }));
  const chart = Object.fromEntries(
    experiments.map(({ metadata, metrics }) => [
      metadata.experimentKey,
      { metrics: metrics.map(({ name }) => ({ metricName: name, values: ['1', '2', '3'], steps: [0, 1, 2] })) },
    ]),
  );
  const keys = state.selection ?? experiments.slice(0, 10).map(({ metadata }) => metadata.experimentKey);
  const whole = { experiments: count, drawn: keys.length, metrics: 2, ...unknownIn(experiments, keys, state) };
  return { takenAtMillis: 1_780_000_000_000, experiments, chart, whole };
}

/** The names of the charts, and the other lines of the static forms, which are the same as HTML and as text. */
function shown(count: number, charts: ViewState['charts'], more: Partial<ViewPayload & ViewState> = {}) {
  const { target = projectTarget, selection, snapshot } = more;
  const state: ViewState = { version: 1, charts, ...(selection && { selection }) };
  const { html, text } = staticForms({ target, state, snapshot: snapshot ?? snapshotOf(count, state) });
  const notes = text.split('\n').filter((line) => line.startsWith('No experiment '));
  for (const note of notes) assert.ok(html.includes(`<p>${note}</p>`), html);
  return { charts: [...html.matchAll(/alt="Chart of (\S+)/g)].map(([, name]) => name), notes, text };
}

test('a metric that no experiment has logged is named in an output, which does not draw others instead', () => {
  const absent = shown(3, { metrics: ['los'] });
  assert.deepEqual([absent.charts, absent.notes], [[], [said]]);
  assert.match(absent.text, /^experiment +state +accuracy +loss/m, 'the table is that of the experiments');
  const one = shown(3, { metrics: ['los', 'loss'] });
  assert.deepEqual([one.charts, one.notes], [['loss'], [said]]);
  const single = shown(1, { metrics: ['los'] }, { target: { kind: 'experiment', experimentKey: 'key0' } });
  assert.deepEqual([single.charts, single.notes], [[], [said]]);
  assert.deepEqual(shown(3, { metrics: ['loss'] }).notes, []);
});

test('an x axis and a parameter that no experiment has logged are named in an output', () => {
  const group = { by: 'parameter:lrr', center: 'mean', band: 'std', members: false } as const;
  const { charts, notes } = shown(3, { xAxis: { metric: 'accurate' }, group });
  assert.deepEqual(charts, []);
  assert.deepEqual(notes, [
    'No experiment here has logged the metric “accurate”. Did you mean “accuracy”?',
    'No experiment here has logged the parameter “lrr”. Did you mean “lr”?',
  ]);
});

test('an output only makes claims about the experiments that it draws, and only if it has read them', () => {
  const note = 'No experiment in the charts has logged the metric “old”.';
  assert.deepEqual(shown(12, { metrics: ['old'] }).notes, [note]);
  assert.deepEqual(shown(3, { metrics: ['old'] }, { selection: ['key0', 'key1'] }).notes, [note]);
  assert.deepEqual(shown(12, { metrics: ['old'] }, { selection: ['key0', 'key11'] }).notes, []);
  assert.deepEqual(shown(3, { metrics: ['los'] }, { selection: ['key0', 'unread'] }).notes, []);
  // The summaries of a snapshot are limited; its points may be, too.
  const cut = snapshotOf(3, { version: 1, charts: { metrics: ['loss'] } });
  const experiments = cut.experiments.map((one) => ({ ...one, metrics: [] }));
  assert.deepEqual(shown(3, { metrics: ['loss'] }, { snapshot: { ...cut, experiments, chart: {} } }).notes, []);
});

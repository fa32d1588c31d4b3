import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEnglish } from './chart-model.ts';
import type { ChartOptions } from './chart-options.ts';
import { type LoggedNames, unknownNames, unknownTexts } from './unknown-names.ts';

const logged = { metrics: ['loss', 'val/accuracy', 'epoch_time'], parameters: ['lr', 'width'] };
const group = (by: string): ChartOptions => ({ group: { by, center: 'mean', band: 'std', members: false } });
const textsOf = (options: ChartOptions, names: LoggedNames = logged) =>
  unknownTexts(unknownNames(options, names), options, names, inEnglish);

const metric = (name: string, near?: string) =>
  `No experiment here has logged the metric “${name}”.${near === undefined ? '' : ` Did you mean “${near}”?`}`;
const parameter = (name: string, near?: string) => metric(name, near).replace('metric', 'parameter');

for (const [title, options, expected] of [
  ['logged names', { metrics: ['loss'], xAxis: { metric: 'epoch_time' }, ...group('parameter:lr') }, []],
  ['no names', { metrics: [], xAxis: 'epoch', ...group('tag') }, []],
  ['a mistyped metric', { metrics: ['loss', 'los', 'los'] }, [metric('los', 'loss')]],
  ['a part of a name', { metrics: ['accuracy'] }, [metric('accuracy', 'val/accuracy')]],
  ['a metric like no other', { metrics: ['perplexity'] }, [metric('perplexity')]],
  ['a mistyped x axis', { xAxis: { metric: 'epoch_tme' } }, [metric('epoch_tme', 'epoch_time')]],
  ['the plural of an axis', { xAxis: { metric: 'steps' } }, [metric('steps', 'step')]],
  ['a metric as both', { metrics: ['los'], xAxis: { metric: 'los' } }, [metric('los', 'loss')]],
  ['a mistyped parameter', group('parameter:widths'), [parameter('widths', 'width')]],
  ['the plural of the tag', group('parameter:tags'), [parameter('tags', 'tag')]],
  ['a pattern', { metrics: ['$&'] }, [metric('$&')]],
] satisfies [title: string, options: ChartOptions, expected: string[]][]) {
  test(`unknown names of charts: ${title}`, () => assert.deepEqual(textsOf(options), expected));
}

test('a name that further experiments may have logged is named for the charts only', () => {
  const options = { metrics: ['los'], ...group('parameter:widths') };
  assert.deepEqual(textsOf(options, { ...logged, arePartial: true }), [
    'No experiment in the charts has logged the metric “los”. Did you mean “loss”?',
    'No experiment in the charts has logged the parameter “widths”. Did you mean “width”?',
  ]);
});

test('a single experiment has no group to report, and of many names the first are reported', () => {
  assert.deepEqual(unknownNames(group('parameter:widths'), { metrics: [] }), []);
  const metrics = Array.from({ length: 9 }, (_, index) => `absent-${index}`);
  assert.deepEqual(textsOf({ metrics }), [...metrics.slice(0, 5).map((name) => metric(name)), '…']);
});

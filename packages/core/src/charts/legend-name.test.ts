import assert from 'node:assert/strict';
import { test } from 'node:test';
import { legendName } from './legend-name.ts';
import { valueText } from './value-text.ts';

const experiment = { key: 'abcdef0123456789', label: 'mlp' };
const details = {
  tags: ['base', 'good'],
  parameters: [
    { name: 'lr', valueCurrent: '3.10' },
    { name: 'opt.name', valueCurrent: 'adam' },
    { name: 'decay', valueCurrent: '0.30000000000000004' },
  ],
  metrics: [
    { name: 'loss', valueCurrent: '0.5', valueMin: '0.25', valueMax: '2' },
    { name: 'x.min', valueCurrent: '7' },
    { name: 'acc', valueCurrent: '0.30000000000000004' },
  ],
};

for (const [template, name] of [
  ['{name} lr={param.lr} {metric.acc}', 'mlp lr=3.10 0.3'],
  ['{key}', 'abcdef012'],
  ['{tags} {param.opt.name} {param.decay}', 'base, good adam 0.3'],
  ['{metric.loss} {metric.loss.min} {metric.loss.max} {metric.loss.last}', '0.5 0.25 2 0.5'],
  ['{metric.x.min}', '7'],
  ['{param.absent}', '–'],
  ['{nothing} {}', '{nothing} {}'],
  ['  ', 'abcdef012'],
  ['{constructor}{param.__proto__}', '{constructor}–'],
] as const) {
  test(`${template} is ${name}`, () => assert.equal(legendName(template, experiment, details, valueText), name));
}

test('names and keys are shown before the details are loaded', () => {
  assert.equal(legendName('{name} {param.lr}', experiment, undefined, valueText), 'mlp –');
});

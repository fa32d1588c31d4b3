import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TreeNode } from '@tracklens/ui/trees';
import { tooltipMarkdown } from './tooltip.ts';

const node = (tooltip: string): TreeNode => ({ id: '[]', kind: 'empty', label: 'x', tooltip, expandable: false });

test('the first line is the title, the others follow below', () => {
  assert.equal(tooltipMarkdown(node('boat\nState\nScript')), '**boat**\n\nState  \nScript');
});

test('a name from the service becomes neither link nor markup nor command', () => {
  const markdown = tooltipMarkdown(node('[x](command:evil) <img src=a> **b**'));
  assert.doesNotMatch(markdown, /[^\\]\]\(|[^\\]<|[^\\]\(command/);
});

test('the title contains a whole long name', () => {
  assert.equal(tooltipMarkdown(node(`${'x'.repeat(290)}\nState`)), `**${'x'.repeat(290)}**\n\nState`);
});

test('long names and values are shortened in the middle and can wrap, so that each column is visible', () => {
  const name = 'train/epoch/very/deep/metric/cross_entropy_loss';
  const markdown = tooltipMarkdown(node('boat'), {
    metrics: [{ name, last: '-1,234.5', min: '', max: '', trend: '' }],
    parameters: [
      { name: 'model.encoder.layers.11.attention.dropoutProbability', value: `/data/${'set '.repeat(30)}2026.csv` },
    ],
    tags: [],
  });
  assert.deepEqual(
    [...markdown.replaceAll('\u200b', '').matchAll(/`(.+?)`/g)].map(([, text]) => text),
    [
      'train/epoch/ve…_entropy_loss',
      '-1,234.5',
      'model.encoder.layers.11.attention.dropoutProbability',
      '/data/set set … set 2026.csv',
    ],
  );
  assert.match(markdown, /`model\.\u200bencoder\..*\.\u200bdropout\u200bProbability`/);
  assert.match(markdown, /train\/\u200bepoch\/\u200bve…\u200b_\u200bentropy/);
});

test('a number does not wrap after the sign of its exponent', () => {
  const metrics = [{ name: 'lr', last: '-1.6667e-5', min: '-1e-3', max: '1e+21', trend: '' }];
  const markdown = tooltipMarkdown(node('boat'), { metrics, parameters: [], tags: [] });
  assert.match(markdown, /`-1\.6667e-\u20605` \| `-1e-\u20603` \| `1e\+21`/);
});

test('the spaces at which a cell can wrap do not count as its characters', () => {
  const name = 'a.b.c.d.e.'.repeat(5);
  const markdown = tooltipMarkdown(node('boat'), { metrics: [], parameters: [{ name, value: '1' }], tags: [] });
  assert.ok(markdown.replaceAll('\u200b', '').includes(`\`${name}\``));
});

test('a cell wraps within no character of several code points', () => {
  for (const name of ['👩‍💻👍🏽', '\u0915\u094d\u0937', 'e\u0301te\u0301']) {
    const markdown = tooltipMarkdown(node('boat'), { metrics: [], parameters: [{ name, value: '1' }], tags: [] });
    assert.ok(markdown.includes(`\`${name}\``), name);
  }
});

test('metrics, which come first, and parameters become tables of at most eight lines, and report how many are left', () => {
  const metrics = Array.from({ length: 10 }, (_, index) => ({
    name: `m${index}`,
    last: '1|`2',
    min: '',
    max: '',
    trend: '▁█',
  }));
  const markdown = tooltipMarkdown(node('boat\nState'), {
    metrics,
    parameters: [{ name: 'rate', value: '' }],
    tags: ['a', 'b'],
  });
  assert.match(markdown, /^\*\*boat\*\*\n\n\| Metric /);
  assert.match(markdown, /\n\nState\n\nTags: `a` `b`\n\n/);
  assert.match(markdown, /\| Metric \| Last \| Min \| Max \| Trend \|\n\|---\|---:\|---:\|---:\|---:\|/);
  assert.match(markdown, /\| `m7` \| `1∣ˋ2` \| {3}\| {3}\| `▁█` \|\n\| … 2 more \|/);
  assert.match(markdown, /\| Parameter \| Value \|\n\|---\|---\|\n\| `rate` \| {3}\|$/);
});

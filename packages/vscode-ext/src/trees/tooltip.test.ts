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
  assert.match(markdown, /\| Parameter \| Value \|\n\|---\|---:\|\n\| `rate` \| {3}\|$/);
});

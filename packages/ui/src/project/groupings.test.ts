import assert from 'node:assert/strict';
import { test } from 'node:test';
import { galleryGroups } from '../gallery/gallery-experiments.ts';
import { groupChoices } from '../gallery/groupings.ts';
import type { ExperimentDetails } from '../source/view-source.ts';
import { english } from '../text/translate.ts';
import { groupingsOf } from './groupings.ts';

type Parameters = readonly (readonly [name: string, value: string])[];
const detailsOf = (parameters: Parameters, tags: readonly string[] = []): ExperimentDetails => ({
  tags,
  metrics: [],
  parameters: parameters.map(([name, valueCurrent]) => ({ name, valueCurrent })),
});
const titles = (all: readonly (ExperimentDetails | null)[]) => {
  const details = new Map(all.flatMap((one, at) => (one ? [[`e${at}`, one] as const] : [])));
  const experiments = all.map((_, at) => ({ key: `e${at}`, label: `e${at}` }));
  return groupingsOf(experiments, details, english).choices.map(({ title }) => title);
};

test('experiments can be grouped by parameters that differ or that some of them lack, in natural order', () => {
  const first = detailsOf([
    ['layer10', '1'],
    ['layer9', '1'],
    ['seed', '3'],
    ['note', ''],
  ]);
  const second = detailsOf([
    ['layer10', '2'],
    ['seed', '3'],
  ]);
  assert.deepEqual(titles([first, second]), ['layer9', 'layer10']);
  assert.deepEqual(titles([first, null]), ['layer9', 'layer10', 'seed']);
  assert.deepEqual(titles([first]), []);
});

test('a parameter with one value is offered once an option groups by it, and is one group', () => {
  const details = new Map(['e0', 'e1'].map((key) => [key, detailsOf([['opt', 'adam']])]));
  const experiments = [...details.keys()].map((key) => ({ key, label: key }));
  const groupings = groupingsOf(experiments, details, english);
  const by = 'parameter:opt';
  const drawn = (criterion: string | undefined) =>
    galleryGroups(groupings, criterion, {}, false)?.map(({ label }) => label) ?? null;
  assert.deepEqual(
    [drawn(by), drawn('parameter:absent'), drawn('tag'), drawn(undefined)],
    [['opt = adam (2)'], null, null, null],
  );
  assert.deepEqual(groupChoices(groupings.choices, by, english), [
    ['', 'Nothing'],
    [by, 'opt'],
  ]);
  assert.deepEqual(groupChoices(groupings.choices, '', english), [['', 'Nothing']]);
});

test('experiments can be grouped by tags if one has any', () => {
  assert.deepEqual(titles([detailsOf([]), detailsOf([], ['best'])]), ['Tags']);
});

test('of equal names, the first value counts, as it does for the groups', () => {
  const twice = (second: string) =>
    detailsOf([
      ['lr', '0.1'],
      ['lr', second],
    ]);
  assert.deepEqual(titles([twice('0.1'), twice('0.2')]), []);
});

test('the parameters of each experiment are read a few times, however many there are', () => {
  let reads = 0;
  const all = [0, 1, 2].map((value) => {
    const details = detailsOf(Array.from({ length: 100 }, (_, at) => [`p${at}`, `${value}`]));
    return {
      ...details,
      get parameters() {
        reads++;
        return details.parameters;
      },
    };
  });
  assert.equal(titles(all).length, 100);
  assert.ok(reads <= 6, `${reads} reads of 3 experiments`);
});

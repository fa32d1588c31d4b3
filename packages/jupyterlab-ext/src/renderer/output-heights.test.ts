import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { OutputHeights } from './output-heights.ts';

/** Storage of a browser with the time after which heights are stored. */
function browser(t: TestContext, stored: Record<string, string> = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const values = new Map(Object.entries(stored));
  const storage = { getItem: (key: string) => values.get(key) ?? null, setItem: values.set.bind(values) };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'localStorage'));
  return { stored: () => t.mock.timers.runAll() };
}

const project = { target: { kind: 'project', workspace: 'ada', projectName: 'digits' } };

test('the height of an output is that of its view at about the same width', (t) => {
  browser(t);
  const heights = new OutputHeights();
  assert.equal(heights.of(project, 900), undefined);
  heights.remember(project, { width: 900, height: 700 });
  assert.deepEqual(
    [900, 885, 915, 0, 600, 1200].map((width) => heights.of(project, width)),
    [700, 700, 700, undefined, undefined, undefined],
  );
  heights.remember(project, { width: 600, height: 700 });
  assert.equal(heights.of(project, 900), undefined);
  assert.equal(heights.of(project, 600), 700);
  assert.equal(heights.of({ ...project, state: { version: 1, tab: 'code' } }, 600), undefined);
});

test('heights are stored with their widths, and read from a saved notebook, whose properties are sorted', (t) => {
  const { stored } = browser(t);
  new OutputHeights().remember(project, { width: 900, height: 700 });
  stored();
  const { kind, workspace, projectName } = project.target;
  const saved = { target: { kind, projectName, workspace } };
  assert.equal(new OutputHeights().of(saved, 900), 700);
  assert.equal(new OutputHeights().of(saved, 500), undefined);
});

test('stored values that are not heights with widths are ignored', (t) => {
  const key = '[{"kind":"project","projectName":"digits","workspace":"ada"},null]';
  for (const [value, height] of [
    [JSON.stringify([[key, 700, 900]]), 700],
    [JSON.stringify([[key, 700]]), undefined],
    [JSON.stringify([[key, '700', 900]]), undefined],
    ['{}', undefined],
    ['no JSON', undefined],
  ] as const) {
    browser(t, { 'tracklens:output-heights': value });
    assert.equal(new OutputHeights().of(project, 900), height, value);
    t.mock.timers.reset();
  }
});

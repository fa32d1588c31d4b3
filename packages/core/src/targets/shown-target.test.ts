import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownTarget } from './shown-target.ts';
import type { Target } from './target.ts';
import type { ViewState } from './view-state.ts';

const experiment: Target = { kind: 'experiment', experimentKey: 'k' };
const project: Target = { kind: 'project', workspace: 'w', projectName: 'p' };
const model: Target = { kind: 'model', workspace: 'w', modelName: 'm' };

for (const [what, target, state, shown] of [
  ['an experiment at the tab that was chosen', experiment, { tab: 'code' }, { ...experiment, tab: 'code' }],
  [
    'an experiment back at its first tab',
    { ...experiment, tab: 'code' },
    { tab: 'charts' },
    { ...experiment, tab: 'charts' },
  ],
  ['a project in the named view that was chosen', project, { view: 'v' }, { ...project, viewId: 'v' }],
  ['a project in another named view', { ...project, viewId: 'u' }, { view: 'v' }, { ...project, viewId: 'v' }],
  ['a project in no named view any more', { ...project, viewId: 'u' }, {}, project],
] satisfies [string, Target, Omit<ViewState, 'version'>, Target][]) {
  test(`the shown target is ${what}`, () => assert.deepEqual(shownTarget(target, { version: 1, ...state }), shown));
}

for (const [what, target, state] of [
  ['nobody chose a tab', { ...experiment, tab: 'code' }, {}],
  ['the first tab was chosen', experiment, { tab: 'charts' }],
  ['the named view is that of the target', { ...project, viewId: 'v' }, { view: 'v' }],
  ['a model has neither', model, { tab: 'code', view: 'v' }],
] satisfies [string, Target, Omit<ViewState, 'version'>][]) {
  test(`the shown target is the same if ${what}`, () =>
    assert.equal(shownTarget(target, { version: 1, ...state }), target));
}

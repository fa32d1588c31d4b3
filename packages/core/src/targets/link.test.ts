import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { experimentPage, pageOfTarget, projectPage, targetOfPage } from './link.ts';
import { tabIds, tabs } from './tabs.ts';
import type { Target } from './target.ts';

const root = 'https://host:8443';
const experiment = { workspaceName: 'my team', projectName: 'a/b', experimentKey: 'abc123', archived: false };

test('an experiment has a page, with each of its tabs', () => {
  assert.equal(experimentPage(root, experiment), `${root}/my%20team/a%2Fb/abc123`);
  for (const tab of tabs) {
    assert.equal(experimentPage(root, experiment, tab), `${root}/my%20team/a%2Fb/abc123?experiment-tab=${tabIds[tab]}`);
  }
  assert.equal(experimentPage(root, { ...experiment, archived: true }), `${root}/my%20team/a%2Fb/archive/abc123`);
});

test('the URL of a view of a project has one question mark', () => {
  assert.equal(projectPage(root, 'p1'), `${root}/api/projects/redirect?projectId=p1`);
  assert.equal(projectPage(root, 'p1', 'v 1&x'), `${root}/api/projects/redirect?projectId=p1&viewId=v+1%26x`);
});

test('without the URL of the service there is no page', () => {
  assert.deepEqual([experimentPage('', experiment), projectPage('', 'p1')], ['', '']);
});

test('the target of a page is found by its URL', () => {
  for (const archived of [false, true]) {
    for (const tab of tabs) {
      const page = experimentPage(root, { ...experiment, archived }, tab);
      assert.deepEqual(targetOfPage(root, page), { kind: 'experiment', experimentKey: 'abc123', tab });
    }
  }
});

for (const [page, target] of [
  [`${root}/w/p`, { kind: 'project', workspace: 'w', projectName: 'p' }],
  [`${root}/w/p/`, { kind: 'project', workspace: 'w', projectName: 'p' }],
  [`${root}/w/p?viewId=7`, { kind: 'project', workspace: 'w', projectName: 'p', viewId: '7' }],
  [`${root}/w/p/abc?experiment-tab=strange`, { kind: 'experiment', experimentKey: 'abc' }],
  [`${root}/w/p?query=Tag(%22a%22)`, { kind: 'query', workspace: 'w', projectName: 'p', query: 'Tag("a")' }],
  [`${root}/w/model-registry/net`, { kind: 'model', workspace: 'w', modelName: 'net' }],
  [`${root}/w/model-registry/net/1.0.0`, { kind: 'model', workspace: 'w', modelName: 'net', version: '1.0.0' }],
  [`${root}/w/model-registry/net?version=1.0.0`, { kind: 'model', workspace: 'w', modelName: 'net', version: '1.0.0' }],
  [`${root}/w/model-registry`, null],
  [`${root}/w`, null],
  [`${root}/api/page/sign-in/abc`, null],
  [projectPage(root, 'abc'), null],
  [root, null],
  [`${root}/w/%E0%A4%A`, null],
  ['https://elsewhere/w/p/abc', null],
  ['not an address', null],
] as const) {
  test(`${page} ${target === null ? 'shows nothing' : `shows a ${target.kind}`}`, () => {
    assert.deepEqual(targetOfPage(root, page), target);
  });
}

test('the page of a target shows that target again, whatever its names are', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => !/^\.{1,2}$/.test(text));
  const projectName = name.filter((text) => text !== 'model-registry');
  const optionalName = fc.option(name, { nil: undefined });
  const parent = fc.record({ workspace: name, projectName, archived: fc.boolean() });
  const target: fc.Arbitrary<Target> = fc.oneof(
    fc.record({
      kind: fc.constant('experiment' as const),
      experimentKey: fc.stringMatching(/^[a-z0-9]{32}$/),
      tab: fc.option(fc.constantFrom(...tabs), { nil: undefined }),
    }),
    fc.record({ kind: fc.constant('project' as const), workspace: name, projectName, viewId: optionalName }),
    fc.record({
      kind: fc.constant('query' as const),
      workspace: name,
      projectName,
      query: name,
      archived: fc.constantFrom(true, undefined),
    }),
    fc.record({ kind: fc.constant('model' as const), workspace: name, modelName: name, version: optionalName }),
  );
  fc.assert(
    fc.property(target, parent, (shown, project) => {
      const again = targetOfPage(root, pageOfTarget(root, shown, project)!);
      assert.deepEqual(again, JSON.parse(JSON.stringify(shown)));
    }),
  );
});

test('the page of an experiment is unknown without its project', () => {
  assert.equal(pageOfTarget(root, { kind: 'experiment', experimentKey: 'abc123' }, null), null);
});

test('a lone surrogate in a name is the replacement character in a URL', () => {
  const page = pageOfTarget(root, { kind: 'query', workspace: 'a\ud83d', projectName: '\ude00', query: 'b\ud83d' });
  const shown = { kind: 'query', workspace: 'a\ufffd', projectName: '\ufffd', query: 'b\ufffd' };
  assert.deepEqual(targetOfPage(root, page), shown);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressOf, type Route, routeOf } from './route.ts';

const root = 'http://127.0.0.1:5055';
const key = 'a1'.repeat(16);
const parent = { workspace: 'ada', projectName: 'digits' };
const shown = (target: Extract<Route, { kind: 'target' }>['target'], where: typeof parent | null = parent): Route => ({
  kind: 'target',
  target,
  parent: where,
});

for (const [address, route] of [
  ['/', { kind: 'start' }],
  ['/?search', { kind: 'search' }],
  ['/ada', { kind: 'workspace', workspace: 'ada' }],
  ['/ada/digits', shown({ kind: 'project', ...parent })],
  ['/ada/digits/', shown({ kind: 'project', ...parent })],
  ['/ada/digits?viewId=v1', shown({ kind: 'project', ...parent, viewId: 'v1' })],
  ['/ada/digits?search', { kind: 'search', ...parent }],
  ['/ada/digits?search=Tag(%22a%22)', { kind: 'search', ...parent, query: 'Tag("a")' }],
  ['/ada/digits?query=Tag(%22a%22)', shown({ kind: 'query', ...parent, query: 'Tag("a")' })],
  [`/ada/digits/${key}`, shown({ kind: 'experiment', experimentKey: key })],
  [`/ada/digits/${key}?experiment-tab=params`, shown({ kind: 'experiment', experimentKey: key, tab: 'parameters' })],
  [`/ada/digits/${key}?experiment-tab=nothing`, shown({ kind: 'experiment', experimentKey: key })],
  ['/ada/model-registry', { kind: 'registry', workspace: 'ada' }],
  ['/ada/model-registry/mlp', shown({ kind: 'model', workspace: 'ada', modelName: 'mlp' }, null)],
  ['/ada/digits/a/b/c/d', { kind: 'unknown' }],
  ['/ada/%E0%A4%A', { kind: 'unknown' }],
] as const satisfies readonly (readonly [string, Route])[]) {
  test(`${address} shows ${route.kind === 'target' ? route.target.kind : route.kind}`, () => {
    assert.deepEqual(routeOf(new URL(address, root)), route);
  });
}

for (const [address, kind] of [
  ['/user/ada/page', 'start'],
  ['/user/ada/page/?search', 'search'],
  ['/user/ada/page/ada/digits', 'target'],
  ['/user/ada/page//other.example', 'workspace'],
  ['/user/ada/pages/ada', 'unknown'],
  ['/ada/digits', 'unknown'],
] as const) {
  test(`${address} is ${kind} of a page below a path`, () => {
    assert.equal(routeOf(new URL(root + address), '/user/ada/page').kind, kind);
  });
}

test('an address below a path starts with it', () => {
  assert.equal(addressOf({ kind: 'start' }, '/user/ada/page'), '/user/ada/page/');
  assert.equal(addressOf({ kind: 'workspace', workspace: 'a b' }, '/user/ada/page'), '/user/ada/page/a%20b');
});

test('an archived experiment has its own address', () => {
  const route = routeOf(new URL(`/ada/digits/archive/${key}`, root));
  assert.deepEqual(route, {
    kind: 'target',
    target: { kind: 'experiment', experimentKey: key },
    parent: { ...parent, archived: true },
  });
  assert.equal(addressOf(route as never), `/ada/digits/archive/${key}`);
});

test('the address of a route shows that route again, whatever its names are', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => !/^\.{1,2}$/.test(text));
  const notRegistry = name.filter((text) => text !== 'model-registry');
  const target = fc.oneof(
    fc.record({ kind: fc.constant('project' as const), workspace: name, projectName: notRegistry }),
    fc.record({ kind: fc.constant('project' as const), workspace: name, projectName: notRegistry, viewId: name }),
    fc.record({ kind: fc.constant('query' as const), workspace: name, projectName: notRegistry, query: name }),
    fc.record({ kind: fc.constant('model' as const), workspace: name, modelName: name, version: name }),
  );
  fc.assert(
    fc.property(target, (chosen) => {
      const again = routeOf(new URL(addressOf({ kind: 'target', target: chosen, parent: null })!, root));
      assert.deepEqual(again.kind === 'target' ? again.target : again, { ...chosen });
    }),
  );
});

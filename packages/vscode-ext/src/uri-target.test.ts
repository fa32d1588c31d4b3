import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uriTarget } from './uri-target.ts';

for (const [path, target] of [
  ['/experiment/abc', { kind: 'experiment', experimentKey: 'abc' }],
  ['/project/team/my project', { kind: 'project', workspace: 'team', projectName: 'my project' }],
  ['/model/team/classifier', { kind: 'model', workspace: 'team', modelName: 'classifier' }],
  ['/model/team/classifier/1.0.0', { kind: 'model', workspace: 'team', modelName: 'classifier', version: '1.0.0' }],
] as const) {
  test(`the link ${path} is a target`, () => assert.deepEqual(uriTarget(path, '')?.target, target));
}

for (const path of [
  '',
  '/',
  '/experiment',
  '/experiment/',
  '/experiment/../x',
  '/project/team',
  '/project/team//',
  '/x/y',
]) {
  test(`the link ${JSON.stringify(path)} is none`, () => assert.equal(uriTarget(path, ''), null));
}

test('a link may name its connection', () => {
  const query = 'connection=https%3A%2F%2Fteam.example';
  assert.equal(uriTarget('/experiment/abc', query)?.connection, 'https://team.example');
  assert.equal(uriTarget('/experiment/abc', '')?.connection, null);
});

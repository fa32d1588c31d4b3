import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundExperiment } from './experiment-lookup.ts';
import { newestVersion } from './registered-model.ts';
import { ofScript } from './script-runs.ts';

const run = (experimentKey: string, fileName: string, filePath: string, projectName = 'vision') =>
  ({ metadata: { experimentKey, fileName, filePath, projectName, workspaceName: 'team' } }) as FoundExperiment;
const keysOf = (runs: readonly FoundExperiment[]) => runs.map(({ metadata }) => metadata.experimentKey);
const anyProject = { workspace: null, projectName: null };

test('the runs of a script are those with its path, or else with its name', () => {
  const runs = [
    run('a', 'train.py', '/a/train.py'),
    run('b', 'train.py', '/b/train.py'),
    run('c', 'my-train.py', '/b'),
  ];
  assert.deepEqual(keysOf(ofScript(runs, { name: 'train.py', path: '/b/train.py' }, anyProject)), ['b']);
  assert.deepEqual(keysOf(ofScript(runs, { name: 'train.py', path: '/other/train.py' }, anyProject)), ['a', 'b']);
});

test('on Windows, the case of the drive does not distinguish paths', () => {
  const runs = [run('a', 'train.py', 'C:\\a\\train.py'), run('b', 'train.py', 'C:\\b\\train.py')];
  assert.deepEqual(keysOf(ofScript(runs, { name: 'train.py', path: 'c:\\b\\train.py' }, anyProject)), ['b']);
});

test('the runs of a script are limited to the project that the code names', () => {
  const runs = [run('a', 'train.py', '/train.py'), run('b', 'train.py', '/train.py', 'audio')];
  const script = { name: 'train.py', path: '/train.py' };
  assert.deepEqual(keysOf(ofScript(runs, script, { workspace: 'team', projectName: 'audio' })), ['b']);
  assert.deepEqual(keysOf(ofScript(runs, script, { workspace: 'other', projectName: null })), []);
});

test('the newest version is the highest semantic version', () => {
  assert.equal(newestVersion(['1.9.0', '1.10.0', '1.2.0']), '1.10.0');
  assert.equal(newestVersion(['2.0.0', '2.0.0-rc.2', '2.0.0-rc.10']), '2.0.0');
  assert.equal(newestVersion(['2.0.0-rc.2', '2.0.0-rc.10']), '2.0.0-rc.10');
  assert.equal(newestVersion([]), undefined);
});

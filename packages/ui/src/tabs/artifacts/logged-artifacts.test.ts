import assert from 'node:assert/strict';
import { test } from 'node:test';
import { creatorOf } from '../../source/artifact-creator.ts';
import type { ArtifactDetails } from '../../source/content-source.ts';
import { loggedVersions, unreadableInputs, usedVersions } from './logged-artifacts.ts';

for (const [createdFrom, maker] of [
  [{ experimentKey: 'k1' }, 'k1'],
  [{ experimentId: 'k2' }, 'k2'],
  ['k3', 'k3'],
  [{ experimentKey: 7 }, null],
  [null, null],
  ['', null],
] as const) {
  test(`a version made from ${JSON.stringify(createdFrom)} was made by ${maker}`, () =>
    assert.equal(creatorOf({ createdFrom }), maker));
}

test('the versions of one experiment, newest first', () => {
  const version = (name: string, experimentKey: string) => ({ version: name, createdFrom: { experimentKey } });
  const artifacts = [
    {
      name: 'b',
      versions: ['1.9.0', '1.10.0-beta', '1.10.0'].map((one) => version(one, 'k')).concat(version('2.0.0', 'other')),
    },
    { name: 'a', versions: [version('1.0.0', 'k')] },
  ] as unknown as ArtifactDetails[];
  assert.deepEqual(
    loggedVersions(artifacts, 'k').map(({ artifact, version: { version: name } }) => `${artifact.name} ${name}`),
    ['a 1.0.0', 'b 1.10.0', 'b 1.10.0-beta', 'b 1.9.0'],
  );
});

test('the versions that an experiment used, whoever logged them', () => {
  const artifacts = [
    { name: 'b', versions: [{ version: '1.0.0', artifactVersionId: 'b1' }] },
    {
      name: 'a',
      versions: [
        { version: '1.0.0', artifactVersionId: 'a1' },
        { version: '2.0.0', artifactVersionId: 'a2' },
      ],
    },
  ] as unknown as ArtifactDetails[];
  assert.deepEqual(
    usedVersions(artifacts, [{ artifactVersionId: 'b1' }, { artifactVersionId: 'a2' }]).map(
      ({ artifact, version: { version } }) => `${artifact.name} ${version}`,
    ),
    ['a 2.0.0', 'b 1.0.0'],
  );
});

test('a used version that is listed twice counts once among those that cannot be shown', () => {
  const artifacts = [{ name: 'a', versions: [{ version: '1.0.0', artifactVersionId: 'a1' }] }];
  const inputs = ['a1', 'a1', 'b1', 'b1'].map((artifactVersionId) => ({ artifactVersionId }));
  const used = usedVersions(artifacts as unknown as ArtifactDetails[], inputs);
  assert.equal(unreadableInputs(used, inputs), 1);
});
